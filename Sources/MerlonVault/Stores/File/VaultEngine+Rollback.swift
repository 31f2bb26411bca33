/// What a change does with the vault's counter, where there is one.
enum Counting {
    /// Advances it when the interval of the guard has passed.
    case whenDue
    /// Advances it: the change must not come back.
    case now
    /// Binds the vault to it, whatever the state says.
    case anew
    /// Frees the vault of it.
    case noLonger
}

/// The vault's counter. Within ``VaultEngine/writing(_:)``.
extension VaultEngine {
    /// Checks that the vault holds what its counter stands at.
    func checkCounter(_ session: VaultSession, _ state: VaultState, acceptingRollback: Bool) throws(VaultError) {
        guard let watch else {
            guard state.counter == nil || acceptingRollback else {
                throw VaultError(.invalidArgument, "The vault has a counter against being put back, which has to be given to open it.")
            }
            return
        }
        watch.restart()
        if let number = state.counter, try watch.value() == number { return }
        let isConfirmed = try writer.transaction { () throws(VaultError) in
            guard let number = try session.state(of: writer.connection).counter else { return false }
            return try watch.confirms(number)
        }
        if isConfirmed { return }
        guard acceptingRollback else {
            throw .damaged(
                state.counter == nil
                    ? "The vault is not bound to this counter: it never was, or a copy from before was put back."
                    : "The vault is not the one that its counter knows: an old copy was put back, or somebody else counted.")
        }
        try bindCounter(session)
    }

    /// Puts the vault, as it is now, under its counter.
    func bindCounter(_ session: VaultSession) throws(VaultError) { try change(session, counting: .anew) { (_) throws(VaultError) in } }

    /// Whether a change gives the state another number.
    func changesCounter(_ counting: Counting) -> Bool {
        guard let watch else { return counting == .noLonger }
        return counting != .whenDue || watch.isDue
    }

    /// The number for the state that is about to be written over this one.
    func nextCounter(after state: VaultState, _ counting: Counting) throws(VaultError) -> UInt64? {
        guard let watch, counting != .noLonger else { return nil }
        if counting == .anew { return try watch.first() }
        guard let number = state.counter else { throw .damaged("The vault is not bound to its counter any more.") }
        return try watch.next(after: number)
    }

    /// Counts for a state that was committed.
    func completeCounter(_ state: VaultState) throws(VaultError) {
        guard let watch, let number = state.counter else { return }
        do throws(VaultError) {
            try writer.transaction { () throws(VaultError) in try watch.complete(number) }
        } catch {
            throw VaultError(
                error.code == .corrupted ? .corrupted : .storeUnavailable,
                "The change was made, and the vault's counter did not follow; it does at the next change or opening. \(error.reason)",
                nativeStatus: error.nativeStatus)
        }
    }
}
