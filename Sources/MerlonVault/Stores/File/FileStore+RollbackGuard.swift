/// The counter against the whole vault being put back: see ``RollbackGuard``.
extension FileStore {
    /// Puts a vault that has no counter, or another one, under this one. From now on it opens with it alone.
    public func bindRollbackGuard(_ rollbackGuard: RollbackGuard) async throws(VaultError) {
        let session = try session()
        try await onQueue { (engine) throws(VaultError) in
            let former = engine.watch
            engine.watch = RollbackWatch(rollbackGuard)
            do throws(VaultError) { try engine.bindCounter(session) } catch {
                engine.watch = former
                throw error
            }
        }
    }

    /// Advances the counter: whatever copy was made of the vault before this returns does not open any more.
    ///
    /// For after a change that must not be undone, and before a program that keeps the vault open for long ends. Throws `invalidArgument` for a vault
    /// that was opened without its counter.
    public func advanceRollbackGuard() async throws(VaultError) {
        let session = try session()
        try await onQueue { (engine) throws(VaultError) in
            guard engine.watch != nil else { throw VaultError(.invalidArgument, "The vault was opened without a counter.") }
            try engine.change(session, counting: .now) { (_) throws(VaultError) in }
        }
    }

    /// Frees the vault of its counter: from now on nobody notices when all its files are put back together.
    public func dangerouslyRemoveRollbackGuard() async throws(VaultError) {
        let session = try session()
        try await onQueue { (engine) throws(VaultError) in
            try engine.change(session, counting: .noLonger) { (_) throws(VaultError) in }
            engine.watch = nil
        }
    }
}
