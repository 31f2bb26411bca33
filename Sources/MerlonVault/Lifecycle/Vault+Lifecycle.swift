extension Vault {
    /// Removes all items of the scope, and their files: gone, not marked.
    ///
    /// The store's records go first and with them the files' keys (crypto-shredding): the files, and copies of them in backups, are noise from
    /// then on; they are removed next. A wipe works on a locked device too. Killed in its midst, it has removed whole namespaces or not: call
    /// it again.
    public func wipe(scope: WipeScope) async throws(VaultError) {
        var namespaces = [namespace]
        if scope != .user {
            for other in try await store.namespaces(ofApp: namespace.app)
            where other != namespace && (scope == .app || other.environment == namespace.environment) { namespaces.append(other) }
        }
        if let largeValues { return try await largeValues.wipe(namespaces, in: store) }
        for namespace in namespaces { try await store.removeAll(in: namespace) }
    }

    /// Changes the policy of an item in place: the value stays, at no moment is it missing or kept with less than the old or the new policy.
    ///
    /// An item that asks for a person is read for it, hence the prompt. Keys of hardware keep the policy that the hardware made them with.
    public func setPolicy(
        of name: String, to request: PolicyRequest, prompt: PresencePrompt? = nil
    ) async throws(VaultError) {
        let key = try itemKey(name)
        let policy = try request.resolved(for: store)
        guard policy.presence != .applicationPassword else {
            throw VaultError(.unsupportedPolicy, "Write the item anew to put it under an application password.")
        }
        try await exclusively { (lease) async throws(VaultError) in
            let stored = try await self.store.read(key, prompt: prompt)
            let record = try ItemRecord(decoding: stored)
            if record.kind == .reference, policy.isSynchronised {
                throw VaultError(.tooLarge, "A synchronised item has at most \(Vault.inlineByteCount) bytes: its file would stay here.")
            }
            try lease.check()
            try await self.store.write(stored, for: key, policy: policy)
            if record.kind == .reference, let largeValues = self.largeValues {
                try largeValues.protect(largeValues.path(of: try largeValues.reference(in: record)), policy)
            }
        }
    }

    /// Removes files that no item refers to any more: what a kill in the midst of a write left. Call it now and then, such as at launch.
    ///
    /// - Returns: how many went. Zero, and nothing touched, while the device is too locked to be sure, and always with a store that may hide items
    ///   (``SecretStore/showsEveryItem``): the Secret Service.
    @discardableResult
    public func sweep() async throws(VaultError) -> Int {
        try await largeValues?.sweep(app: namespace.app, in: store) ?? 0
    }
}
