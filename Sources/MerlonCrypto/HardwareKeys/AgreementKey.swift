public import MerlonCore

/// A private P-256 key that agrees on secrets (ECDH, NIST SP 800-56A, 5.7.1.2), wherever it lives.
///
/// The agreed secret is no key: it is raw material for a derivation that binds both public keys and a purpose, as HPKE and the channel do. Use
/// those; this protocol is what a kind of key implements.
///
/// A call may wait for the hardware or for a person: not for the main actor. Keys can be used from several threads at once.
public protocol AgreementKey: Sendable {
    /// What the key really is.
    var attributes: KeyAttributes { get }

    /// The public half: an uncompressed point of 65 bytes (SEC 1, 2.3.3).
    var publicKey: [UInt8] { get }

    /// The x coordinate, 32 bytes, of the point that both sides compute.
    ///
    /// - Parameter peer: The other side's public key, an uncompressed point of 65 bytes. Other forms, and points off the curve, are refused.
    /// - Throws: ``CryptoError/Code/invalidKey`` for the peer's key; ``CryptoError/Code/hardwareUnavailable``, ``CryptoError/Code/accessDenied``,
    ///   ``CryptoError/Code/lockedOut`` or ``CryptoError/Code/cancelled`` where the hardware or a person says no.
    func sharedSecret(with peer: [UInt8]) throws(CryptoError) -> SecretBytes
}
