/// A private key that signs, wherever it lives: in software, in the Secure Enclave, in a TPM or on a PKCS #11 token.
///
/// ```swift
/// let key = try SoftwareSigningKey.generate(.ed25519)
/// let signature = try key.sign(order, context: "order")
/// try key.verifyingKey.verify(signature, of: order, context: "order")
/// ```
/// Signing is for one purpose, named by the context: a signature for one does not verify for another (``SigningContext``). What other software
/// has to verify is signed by ``signWithoutContext(_:encoding:)``.
///
/// A call may wait for the hardware or for a person (Face ID): not for the main actor. Keys can be used from several threads at once.
public protocol SigningKey: Sendable {
    /// What the key really is.
    var attributes: KeyAttributes { get }

    /// The public half, which carries the algorithm.
    var verifyingKey: VerifyingKey { get }

    /// The signature of exactly these bytes, in its raw form: 64 bytes of Ed25519, r ‖ s of ECDSA, as long as the modulus for RSA.
    ///
    /// This is what a kind of key implements. To sign, use ``sign(_:context:encoding:)`` or ``signWithoutContext(_:encoding:)``, which keep their
    /// messages apart.
    /// - Throws: ``CryptoError/Code/hardwareUnavailable`` when the hardware is gone, ``CryptoError/Code/accessDenied`` when a PIN, a password or a
    ///   person says no, ``CryptoError/Code/lockedOut`` after too many tries, ``CryptoError/Code/cancelled``.
    func signature(ofExactly message: [UInt8]) throws(CryptoError) -> [UInt8]
}

extension SigningKey {
    /// The algorithm of its signatures.
    public var algorithm: SignatureAlgorithm { verifyingKey.algorithm }

    /// The signature of a message for one purpose; see ``SigningContext`` for the bytes that are signed.
    ///
    /// Throws as ``signature(ofExactly:)`` does, and ``CryptoError/Code/invalidArgument`` for DER where the algorithm has none.
    public func sign(
        _ message: some Collection<UInt8>, context: SigningContext, encoding: SignatureEncoding = .raw
    ) throws(CryptoError) -> [UInt8] {
        try encoding.encode(try signature(ofExactly: context.signedBytes(message)), algorithm)
    }

    /// The signature of exactly these bytes, for formats that other software verifies: JOSE, X.509, WebAuthn. What tells purposes apart there is
    /// the format's task.
    ///
    /// Throws ``CryptoError/Code/invalidArgument`` for a message that starts as those with a context do, so that nobody who chooses messages
    /// gets a signature for a purpose; else as ``sign(_:context:encoding:)``.
    public func signWithoutContext(_ message: some Collection<UInt8>, encoding: SignatureEncoding = .raw) throws(CryptoError) -> [UInt8] {
        try encoding.encode(try signature(ofExactly: try SigningContext.bareBytes(message)), algorithm)
    }
}
