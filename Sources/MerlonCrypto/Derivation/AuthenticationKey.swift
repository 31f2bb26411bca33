public import MerlonCore

/// A key that authenticates messages which are not secret (HMAC-SHA256, FIPS 198-1), and makes indexes that only its holder can compute.
public struct AuthenticationKey: Sendable {
    private let material: SecretBytes

    /// Bytes of a code.
    public static let codeByteCount = 32

    /// A new random key.
    public static func generate(using entropy: any Entropy = SystemEntropy()) throws(CryptoError) -> AuthenticationKey {
        try AuthenticationKey(material: try translatingCoreErrors { () throws(CoreError) in try entropy.secret(count: 32) })
    }

    /// A key of stored or derived material: at least 16 bytes that nobody can guess.
    public init(material: SecretBytes) throws(CryptoError) {
        guard material.count >= 16 else { throw CryptoError(.invalidKey, "Key material has at least 16 bytes, not \(material.count).") }
        self.material = material
    }

    /// The code of a message for a context: the same each time.
    public func code(for message: some Collection<UInt8>, context: SealingContext) throws(CryptoError) -> [UInt8] {
        try HMAC.code(.sha256, key: material, message: Self.authenticated(message, context))
    }

    /// Throws ``CryptoError/Code/authenticationFailed`` unless `code` is the code of the message for the context. Compares in constant time.
    public func verify(
        _ code: some Collection<UInt8>, for message: some Collection<UInt8>, context: SealingContext
    ) throws(CryptoError) {
        guard try HMAC.verify(code, .sha256, key: material, message: Self.authenticated(message, context)) else {
            throw .authenticationFailed
        }
    }

    /// The context's length stands first, so that no message can continue it.
    private static func authenticated(_ message: some Collection<UInt8>, _ context: SealingContext) -> [UInt8] {
        SealingContext(parts: [context.encoded]).encoded + message
    }
}

extension AuthenticationKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "authentication key" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
