public import MerlonCore

/// A wrapping key made of a key that can only agree: the Secure Enclave's, or that of a token without AES.
///
/// It wraps with HPKE (RFC 9180, P-256, HKDF-SHA256, AES-256-GCM) to its own public key, in the authenticated mode and with itself as the sender. So
/// wrapping, too, needs the private key: with the public one alone nobody can put a key of his choice in the place of a wrapped one. Wrapping
/// uses the private key once, unwrapping twice. For each ``WrappingKey`` that hardware offers itself, prefer that one.
public struct AgreementWrappingKey: WrappingKey {
    private let key: AgreementPrivateKey

    public var attributes: KeyAttributes { key.attributes }

    /// Wraps with a P-256 key that something else holds.
    ///
    /// Throws ``CryptoError/Code/invalidKey`` when its public half is no point of P-256.
    public init(_ key: some AgreementKey) throws(CryptoError) { self.key = try AgreementPrivateKey(key) }

    public func wrap(_ material: SecretBytes, context: SealingContext) throws(CryptoError) -> [UInt8] {
        try WrappingLimits.check(material)
        return try key.publicKey.seal(material, context: context.forWrapping, from: key)
    }

    public func unwrap(_ wrapped: [UInt8], context: SealingContext) throws(CryptoError) -> SecretBytes {
        guard wrapped.count <= WrappingLimits.wrappedByteCount else { throw .authenticationFailed }
        return try key.openSecret(wrapped, context: context.forWrapping, from: key.publicKey)
    }
}
