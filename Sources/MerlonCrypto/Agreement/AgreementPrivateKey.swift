public import MerlonCore

/// The private half of a key for agreement, held by the program in secret memory, or by hardware.
///
/// ```swift
/// let mine = try AgreementPrivateKey.generate(.x25519)
/// let key = try mine.agree(with: theirs, context: SealingContext("backup", deviceID))
/// ```
/// Everything that agrees (``Channel``, HPKE, sealed files, the importers) takes this type, so a key in hardware serves in all of them.
/// A key in hardware may wait for a person: not for the main actor.
public struct AgreementPrivateKey: Sendable {
    /// The half that others may know.
    public let publicKey: AgreementPublicKey
    private let holder: Holder

    private enum Holder: Sendable {
        case software(SecretBytes)
        case other(any AgreementKey)
    }

    /// A new random key.
    public static func generate(
        _ curve: AgreementCurve, using entropy: any Entropy = SystemEntropy()
    ) throws(CryptoError) -> AgreementPrivateKey {
        try entropy.key(byteCount: curve.privateKeyByteCount) { (material) throws(CryptoError) in
            try AgreementPrivateKey(curve, material: material)
        }
    }

    /// A key of stored material. Throws ``CryptoError/Code/invalidKey`` for another length, and on P-256 for a number outside of 1 ..< order.
    public init(_ curve: AgreementCurve, material: SecretBytes) throws(CryptoError) {
        publicKey = try AgreementPublicKey(curve, try Backend.publicKey(of: material, curve))
        holder = .software(material)
    }

    /// A P-256 key that something else holds: the Secure Enclave, a TPM, a token.
    ///
    /// Throws ``CryptoError/Code/invalidKey`` when its public half is no point of P-256.
    public init(_ key: some AgreementKey) throws(CryptoError) {
        publicKey = try AgreementPublicKey(.p256, key.publicKey)
        holder = .other(key)
    }

    /// What the key really is.
    public var attributes: KeyAttributes {
        switch holder {
        case .software: .software
        case .other(let key): key.attributes
        }
    }

    /// Its curve.
    public var curve: AgreementCurve { publicKey.curve }

    /// The key itself, to be stored sealed or in a keychain: the scalar, little-endian for X25519, big-endian for P-256. `nil` when something
    /// else holds it.
    public var material: SecretBytes? {
        switch holder {
        case .software(let material): material
        case .other: nil
        }
    }

    /// The raw secret, for the protocols of this module only.
    package func rawSecret(with peer: AgreementPublicKey) throws(CryptoError) -> SecretBytes {
        guard peer.curve == curve else { throw CryptoError(.invalidKey, "The keys are of different curves.") }
        switch holder {
        case .software(let material): return try Backend.sharedSecret(curve, privateKey: material, peer: peer.bytes)
        case .other(let key):
            let secret = try key.sharedSecret(with: peer.bytes)
            guard secret.count == curve.secretByteCount else {
                throw CryptoError(.backendFailure, "The holder of the key gave \(secret.count) bytes for a secret.")
            }
            return secret
        }
    }
}

extension AgreementPrivateKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "private key for agreement" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension AgreementPrivateKey: Sealable {
    /// Throws ``CoreError/Code/unsupported`` for a key in hardware, which does not come out.
    public func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        guard let material else { throw CoreError(.unsupported, "A key in hardware cannot be sealed.") }
        try encoder.encode(Int64(curve == .x25519 ? 1 : 2))
        try encoder.encode(material)
    }

    public init(from decoder: inout SealedDecoder) throws(CoreError) {
        let curve: AgreementCurve
        switch try decoder.integer() {
        case 1: curve = .x25519
        case 2: curve = .p256
        default: throw CoreError(.unsupported, "A key of a curve that this version does not know.")
        }
        let material = try decoder.secret()
        do throws(CryptoError) { try self.init(curve, material: material) } catch { throw CoreError(.malformed, error.reason) }
    }
}
