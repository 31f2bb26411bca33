public import MerlonCore

/// A stored credential: what a log-in is checked against, and a random key of the user's that only the right password gives back.
///
/// ```swift
/// let (record, key) = try CredentialRecord.create(user: "zoe", password: password, keys: keys)
/// store[record.index] = record.sealed
/// …
/// let record = CredentialRecord(index: try keys.index(of: "zoe"), sealed: sealed)
/// let key = try record.unlock(with: password, keys: keys)
/// ```
/// There is no answer "yes": unlocking gives the key, under which the user's data is sealed, or throws. So a jump over the check gives nothing.
/// The record is bound to its index: moved to another user's place it does not open.
public struct CredentialRecord: Hashable, Sendable {
    /// Where the record is found: a keyed hash of the user name, 32 bytes.
    public let index: [UInt8]
    /// What is stored.
    public let sealed: [UInt8]

    /// Bytes of the key that a record holds.
    public static let keyByteCount = 32

    /// A record as it was stored.
    public init(index: [UInt8], sealed: [UInt8]) {
        self.index = index
        self.sealed = sealed
    }

    /// A record for a new user, and the user's new random key. Takes twice as long as the cost says.
    public static func create(
        user: String, password: Password, keys: CredentialKeys, cost: PasswordCost = .recommended
    ) throws(CryptoError) -> (record: CredentialRecord, key: SecretBytes) {
        let key = try translatingCoreErrors { () throws(CoreError) in try SystemEntropy().secret(count: keyByteCount) }
        return (try CredentialRecord(index: try keys.index(of: user), key: key, password: password, keys: keys, cost: cost), key)
    }

    /// The user's key. Takes as long as the cost says.
    ///
    /// Throws ``CryptoError/Code/authenticationFailed`` for a wrong password and for a record that is not this user's, without saying which.
    public func unlock(with password: Password, keys: CredentialKeys) throws(CryptoError) -> SecretBytes {
        try contents(keys).wrapping.unwrap(with: password, context: context)
    }

    /// The record under a new password, for the same key. Takes three times as long as the cost says.
    public func changingPassword(
        from old: Password, to new: Password, keys: CredentialKeys, cost: PasswordCost = .recommended
    ) throws(CryptoError) -> CredentialRecord {
        let key = try unlock(with: old, keys: keys)
        return try CredentialRecord(index: index, key: key, password: new, keys: keys, cost: cost)
    }

    /// The hash of the password as a PHC string, for a system that needs one.
    public func passwordHash(keys: CredentialKeys) throws(CryptoError) -> PasswordHash { try contents(keys).hash }

    /// Whether the record should be made anew at the next log-in (``changingPassword(from:to:keys:cost:)`` with one password), because a guess
    /// costs less than it should, or because its pepper is no longer the primary.
    public func needsRenewal(keys: CredentialKeys, cost: PasswordCost = .recommended) throws(CryptoError) -> Bool {
        if keys.pepper.needsResealing(sealed) { return true }
        return try contents(keys).hash.needsRehash(for: cost)
    }

    private init(index: [UInt8], key: SecretBytes, password: Password, keys: CredentialKeys, cost: PasswordCost) throws(CryptoError) {
        let context = Self.context(index)
        let contents = Contents(
            hash: try PasswordHash(of: password, cost: cost),
            wrapping: try PasswordWrapping(key, under: password, cost: cost, context: context))
        self.init(index: index, sealed: try keys.pepper.seal(contents, context: context))
    }

    private var context: SealingContext { Self.context(index) }

    private static func context(_ index: [UInt8]) -> SealingContext {
        SealingContext(parts: [Array("merlon.credential".utf8), index])
    }

    private func contents(_ keys: CredentialKeys) throws(CryptoError) -> Contents {
        try keys.pepper.open(sealed, as: Contents.self, context: context)
    }

    /// What the pepper seals.
    private struct Contents: Sealable {
        let hash: PasswordHash
        let wrapping: PasswordWrapping

        init(hash: PasswordHash, wrapping: PasswordWrapping) {
            self.hash = hash
            self.wrapping = wrapping
        }

        func encode(to encoder: inout SealedEncoder) throws(CoreError) {
            try encoder.encode(Int64(1))
            try encoder.encode(hash.text)
            try encoder.encode(wrapping)
        }

        init(from decoder: inout SealedDecoder) throws(CoreError) {
            guard try decoder.integer() == 1 else { throw CoreError(.unsupported, "A credential of another version.") }
            let text = try decoder.string()
            do throws(CryptoError) { hash = try PasswordHash(parsing: text) } catch { throw CoreError(.malformed, error.reason) }
            wrapping = try decoder.value()
        }
    }
}
