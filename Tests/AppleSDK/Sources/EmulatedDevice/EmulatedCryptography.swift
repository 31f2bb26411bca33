public import Foundation

/// The cryptography that the stand-ins need. Installed by the test support target, which has OpenSSL; absent where sources are only compiled.
public protocol EmulatedCryptography: Sendable {
    /// A new P-256 key: private scalar (32 bytes) and public point (65 bytes, X9.63).
    func newP256Key() -> (privateKey: Data, publicKey: Data)
    /// The public point (65 bytes) of a scalar; nil when it is none.
    func p256PublicKey(of privateKey: Data) -> Data?
    /// DER ECDSA signature over a SHA-256 digest.
    func signP256(digest: Data, privateKey: Data) -> Data?
    /// Whether the DER signature over the digest is right.
    func verifyP256(digest: Data, signature: Data, publicKey: Data) -> Bool
    /// The x coordinate of the shared point (32 bytes); nil when the peer's point is not on the curve.
    func agreeP256(privateKey: Data, publicKey: Data) -> Data?
    /// The public point (97 or 133 bytes) of a scalar of P-384 (48 bytes) or P-521 (66 bytes); nil when it is none.
    func largerCurvePublicKey(of privateKey: Data) -> Data?
    /// Whether the point lies on P-384 (97 bytes) or P-521 (133 bytes).
    func isLargerCurvePoint(_ point: Data) -> Bool
    /// The x coordinate of the shared point of P-384 or P-521; nil when the peer's point is not on the scalar's curve.
    func agreeLargerCurve(privateKey: Data, publicKey: Data) -> Data?
    /// ECDSA on P-384 over a digest: r ‖ s, 96 bytes.
    func signP384(digest: Data, privateKey: Data) -> Data?
    /// Whether r ‖ s is right for the digest.
    func verifyP384(digest: Data, signature: Data, publicKey: Data) -> Bool
    /// AES key wrap (RFC 3394); nil for lengths that it does not take.
    func wrap(_ key: Data, with wrappingKey: Data) -> Data?
    /// Undoes it; nil when the wrapped key does not authenticate.
    func unwrap(_ wrapped: Data, with wrappingKey: Data) -> Data?
    /// PBKDF2 with HMAC and the hash of this output length.
    func stretch(_ password: Data, salt: Data, iterations: Int, hashLength: Int, count: Int) -> Data?
    /// SHA-256, 384 or 512 by output length in bytes; SHA-1 for 20.
    func hash(_ data: Data, length: Int) -> Data
    /// HMAC with the hash of this output length.
    func authenticate(_ data: Data, key: Data, length: Int) -> Data
    /// AES-GCM or ChaCha20-Poly1305: ciphertext followed by the 16-byte tag.
    func seal(_ cipher: EmulatedCipher, key: Data, nonce: Data, context: Data, plaintext: Data) -> Data?
    /// The plaintext, or nil when the tag is wrong.
    func open(_ cipher: EmulatedCipher, key: Data, nonce: Data, context: Data, sealed: Data) -> Data?
    /// The public key of a raw private key.
    func edwardsPublicKey(_ curve: EmulatedEdwardsCurve, of privateKey: Data) -> Data?
    /// The X25519 shared secret; nil when it is all zero.
    func agreeX25519(privateKey: Data, publicKey: Data) -> Data?
    /// An Ed25519 signature.
    func signEd25519(_ message: Data, privateKey: Data) -> Data?
    /// Whether an Ed25519 signature is right.
    func verifyEd25519(_ message: Data, signature: Data, publicKey: Data) -> Bool
    /// The PKCS #1 public half of a PKCS #1 private key; nil when it is none.
    func rsaPublicKey(ofPrivatePKCS1 der: Data) -> Data?
    /// An RSA signature over a message; PSS with a salt of the hash's length.
    func signRSA(_ message: Data, privatePKCS1: Data, hashLength: Int, isPSS: Bool) -> Data?
    /// Bytes of the modulus of a PKCS #1 public key; nil when it is none.
    func rsaModulusSize(ofPKCS1 der: Data) -> Int?
    /// Whether an RSA signature over a message is right; PSS with a salt of the hash's length.
    func verifyRSA(_ message: Data, signature: Data, pkcs1: Data, hashLength: Int, isPSS: Bool) -> Bool
    /// Evaluates a chain (DER, leaf first) for a host at a time, anchored in `anchors`: 0 and the path that was found, or the OSStatus that Security
    /// would give.
    func evaluate(chain: [Data], host: String?, at: Date, anchors: [Data]) -> (status: Int32, path: [Data])
    /// The DER SubjectPublicKeyInfo of a certificate.
    func publicKeyInfo(ofCertificate der: Data) -> Data?
}

/// Ciphers of the stand-in CryptoKit.
public enum EmulatedCipher: Sendable { case aesGCM, chaChaPoly }
/// Curves with keys of 32 raw bytes.
public enum EmulatedEdwardsCurve: Sendable { case x25519, ed25519 }

extension EmulatedDevice {
    /// The cryptography in use.
    public static var cryptography: (any EmulatedCryptography)? {
        get { cryptographyLock.withLock { _cryptography } }
        set { cryptographyLock.withLock { _cryptography = newValue } }
    }
    private static let cryptographyLock = NSLock()
    nonisolated(unsafe) private static var _cryptography: (any EmulatedCryptography)?
}

extension EmulatedDevice {
    /// Makes a key in the Secure Enclave: P-256, under an access control. Returns its identifier and public point, or nil without a Secure Enclave.
    public func makeEnclaveKey(control: EmulatedAccessControl?) -> (identifier: Data, publicKey: Data)? {
        guard let cryptography = Self.cryptography else { return nil }
        let (privateKey, publicKey) = cryptography.newP256Key()
        return with { state in
            guard state.hasEnclave else { return nil }
            let identifier = Data("enclave-\(state.nextReference)".utf8)
            state.nextReference += 1
            state.enclave[identifier] = EmulatedEnclaveKey(
                privateKey: privateKey, publicKey: publicKey, control: control, enrolment: state.biometry.enrolment)
            return (identifier, publicKey)
        }
    }

    /// The public point of a key in the Secure Enclave.
    public func enclavePublicKey(_ identifier: Data) -> Data? { with { $0.enclave[identifier]?.publicKey } }

    /// Uses a key in the Secure Enclave after its access control is satisfied. The status is an OSStatus, as in `EmulatedKeychain`.
    public func useEnclaveKey<Result>(
        _ identifier: Data, context: EmulatedContext?, reason: String = "", _ body: (Data) -> Result?
    ) -> (status: Int32, result: Result?) {
        let (status, key): (Int32, EmulatedEnclaveKey?) = with { state in
            guard let key = state.enclave[identifier] else { return (EmulatedKeychain.Status.notFound, nil) }
            guard let control = key.control else { return (0, key) }
            let readable = control.accessibility.hasPrefix("c") ? state.lockState != .bootedNeverUnlocked : state.lockState == .unlocked
            if !readable { return (EmulatedKeychain.Status.interactionNotAllowed, nil) }
            if control.flags & EmulatedAccessControl.biometryCurrentSet != 0, key.enrolment != state.biometry.enrolment {
                return (state.statusOfInvalidatedItem, nil)
            }
            guard control.needsPerson else { return (0, key) }
            switch state.prompt(
                reason: reason, biometryOnly: control.needsBiometry, passcodeOnly: false, context: context, interactionAllowed: true)
            {
            case .proved: return (0, key)
            case .cancelled, .systemCancelled, .fellBack: return (EmulatedKeychain.Status.userCanceled, nil)
            case .notInteractive: return (EmulatedKeychain.Status.interactionNotAllowed, nil)
            default: return (EmulatedKeychain.Status.authenticationFailed, nil)
            }
        }
        guard status == 0, let key else { return (status, nil) }
        return (0, body(key.privateKey))
    }
}
