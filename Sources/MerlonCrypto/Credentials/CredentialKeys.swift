import MerlonCore

/// The two keys of whoever stores credentials. Kept elsewhere than the records are: in a vault, a hardware module, another service.
public struct CredentialKeys: Sendable {
    /// Makes the index under which a user's record is found, so that the store has no user names.
    public var index: AuthenticationKey
    /// Seals the records, so that a stolen store cannot be guessed at (a pepper). Rotate at will.
    public var pepper: KeySet

    /// Both keys.
    public init(index: AuthenticationKey, pepper: KeySet) {
        self.index = index
        self.pepper = pepper
    }

    /// Two new random keys.
    public static func generate() throws(CryptoError) -> CredentialKeys {
        CredentialKeys(index: try AuthenticationKey.generate(), pepper: try KeySet.generate())
    }

    /// The index of a user name, which is taken as it is: bring it into its one form (case, normalization) before.
    public func index(of user: String) throws(CryptoError) -> [UInt8] {
        try index.code(for: Array(user.utf8), context: "merlon.credential-index")
    }
}
