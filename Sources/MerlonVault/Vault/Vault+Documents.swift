public import MerlonCore
import MerlonCrypto

extension Vault {
    /// Keeps a copy of a file of any size, sealed, under a key in the store. The file itself stays where it is.
    ///
    /// Memory stays at a few megabytes. Needs a folder for large values, whatever the file's size; throws `tooLarge` without one. A cancelled task
    /// stops it, and the item stays as it was.
    public func storeFile(
        at path: String, for name: String, policy: PolicyRequest = .default, condition: (any ReleaseCondition)? = nil
    ) async throws(VaultError) {
        let key = try itemKey(name)
        let policy = try request(policy)
        guard let largeValues else { throw VaultError(.tooLarge, "This vault has no folder for files.") }
        let sealingKey = try opening("The item") { () throws(CryptoError) in try SealingKey.generate() }
        try await largeValues.replaceFile(
            of: key, kind: .bytes, form: .file, condition: condition?.name, sealingKey, in: store, policy, nil
        ) { (file) throws(CryptoError) in
            try SealedFile.seal(path, to: file, for: [.key(sealingKey)], context: LargeValueReference.context(key)) { _ in
                !Task.isCancelled
            }
        }
    }

    /// Writes an item of any size to a file, which appears when all of it has authenticated, readable by its owner alone.
    ///
    /// The file is no longer protected: where it goes is the caller's decision (``ProtectedFile``).
    public func readFile(
        _ name: String, to path: String, prompt: PresencePrompt? = nil, condition: (any ReleaseCondition)? = nil
    ) async throws(VaultError) {
        let key = try itemKey(name)
        try await permit(condition)
        let record = try await releasedRecord(of: key, prompt, condition)
        guard record.kind == .reference else { return try Self.write(record, to: path) }
        guard let largeValues else { throw Self.noFolder }
        // The record that was read is the one that is opened: a person is asked once.
        try await largeValues.withFile(of: record) { () async throws(VaultError) in
            try await releasedRecord(of: key, prompt, condition)
        } _: { (record, reference) throws(VaultError) in
            guard let reference else { return try Self.write(record, to: path) }
            guard reference.form == .file, reference.kind == .bytes else {
                return try Self.write(try largeValues.value(of: reference, in: record, for: key), to: path)
            }
            try Folder.requireFile(largeValues.path(of: reference))
            try opening("The item") { () throws(CryptoError) in
                try SealedFile.open(
                    largeValues.path(of: reference), to: path, with: .key(reference.key), context: LargeValueReference.context(key)
                ) { _ in !Task.isCancelled }
            }
        }
    }

    private static func write(_ record: ItemRecord, to path: String) throws(VaultError) {
        guard record.kind == .bytes else { throw wrongKind }
        try opening("The item") { () throws(CryptoError) in
            let file = try NewFile(path, existing: .replaced)
            unsafe try record.content.withUnsafeBytes { (bytes) throws(CryptoError) in unsafe try file.append(bytes) }
            try file.commit()
        }
    }

    private func request(_ request: PolicyRequest) throws(VaultError) -> AccessPolicy {
        let policy = try request.resolved(for: store)
        guard policy.presence != .applicationPassword else {
            throw VaultError(.unsupportedPolicy, "A file cannot be kept under an application password.")
        }
        return policy
    }
}
