public import MerlonCore

/// A secret that sender and recipient of HPKE share beforehand (RFC 9180, 5.1.2): whoever lacks it opens nothing and sends nothing.
public struct HPKEPreSharedKey: Sendable {
    /// What both sides call it; not secret.
    public let id: [UInt8]
    let secret: SecretBytes

    /// A key of at least 32 uniform bytes, never a password: who records a message can try guesses against it (RFC 9180, 9.5).
    ///
    /// Throws ``CryptoError/Code/invalidKey`` for a shorter secret, and ``CryptoError/Code/invalidArgument`` for an empty id.
    public init(id: [UInt8], secret: SecretBytes) throws(CryptoError) {
        guard secret.count >= 32 else { throw CryptoError(.invalidKey, "A pre-shared key has at least 32 bytes, not \(secret.count).") }
        guard !id.isEmpty else { throw CryptoError(.invalidArgument, "A pre-shared key has an id.") }
        self.id = id
        self.secret = secret
    }
}

extension HPKEPreSharedKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "pre-shared key" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
