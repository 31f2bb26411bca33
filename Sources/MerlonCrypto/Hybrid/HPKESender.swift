public import MerlonCore

/// The sending half of HPKE (RFC 9180): encrypts a row of messages to whoever has a private key.
///
/// ```swift
/// let sender = try HPKESender(to: publicKey, info: Array("app.example/report".utf8))
/// send(sender.encapsulatedKey, try sender.seal(first), try sender.seal(second))
/// ```
/// Without `authenticatedBy` and `preSharedKey` anybody can be the sender, and the recipient knows it. With `authenticatedBy` only the holder
/// of that key could have sent, unless the recipient's own private key is known to others, who could then forge any sender (RFC 9180, 9.1.1).
/// What is sent stays secret only as long as the recipient's private key does: there is no forward secrecy; a channel has it.
///
/// For a message by itself ``AgreementPublicKey/seal(_:context:from:cipher:)-(Collection<UInt8>,_,_,_)`` is simpler.
public final class HPKESender: Sendable {
    /// What the recipient needs beside the messages; not secret.
    public let encapsulatedKey: [UInt8]
    private let schedule: HPKESchedule

    /// The most messages of one context.
    public static let maximumMessageCount: UInt64 = 1 << 32

    /// Begins a row of messages under a fresh key.
    ///
    /// - Parameters:
    ///   - info: What the messages are for; the recipient needs the same.
    ///   - sender: The key by which the recipient knows the sender, of the recipient's curve.
    ///   - preSharedKey: A secret that the recipient has too.
    public convenience init(
        to recipient: AgreementPublicKey, info: [UInt8], authenticatedBy sender: AgreementPrivateKey? = nil,
        preSharedKey: HPKEPreSharedKey? = nil, cipher: HPKECipher = .aes256GCM, using entropy: any Entropy = SystemEntropy()
    ) throws(CryptoError) {
        try self.init(
            to: recipient, info: info, sender: sender, preSharedKey: preSharedKey, cipher: cipher,
            ephemeral: try AgreementPrivateKey.generate(recipient.curve, using: entropy))
    }

    init(
        to recipient: AgreementPublicKey, info: [UInt8], sender: AgreementPrivateKey?, preSharedKey: HPKEPreSharedKey?, cipher: HPKECipher,
        ephemeral: AgreementPrivateKey, first: UInt64 = 0
    ) throws(CryptoError) {
        encapsulatedKey = ephemeral.publicKey.bytes
        schedule = try HPKESchedule(
            recipient.curve, cipher, shared: try HPKEEncapsulation.seal(to: recipient, ephemeral: ephemeral, sender: sender), info: info,
            isAuthenticated: sender != nil, preSharedKey: preSharedKey, first: first)
    }

    /// Encrypts the next message, and authenticates `data` with it. Messages open in the order in which they were sealed.
    public func seal(_ message: some Collection<UInt8>, authenticating data: [UInt8] = []) throws(CryptoError) -> [UInt8] {
        unsafe try withContiguousBytes(of: message) { (message) throws(CryptoError) in unsafe try seal(message, data) }
    }

    /// Encrypts a secret as the next message.
    public func seal(_ secret: SecretBytes, authenticating data: [UInt8] = []) throws(CryptoError) -> [UInt8] {
        unsafe try secret.withUnsafeBytes { (message) throws(CryptoError) in unsafe try seal(message, data) }
    }

    /// A secret of 1 ... 8160 bytes that both sides get, for the purpose that `context` names.
    public func exportSecret(context: [UInt8], count: Int = 32) throws(CryptoError) -> SecretBytes {
        try schedule.export(context, count: count)
    }

    private func seal(_ message: UnsafeRawBufferPointer, _ data: [UInt8]) throws(CryptoError) -> [UInt8] {
        try schedule.next { (cipher, key, nonce) throws(CryptoError) in
            unsafe try cipher.seal(message, key: key, nonce: nonce, authenticating: data)
        }
    }
}
