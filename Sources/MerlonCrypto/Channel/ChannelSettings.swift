import MerlonCore

/// What both sides of a channel must have alike. All of it goes into the handshake's hash, so a difference ends the handshake.
struct ChannelSettings: Sendable {
    let pattern: NoisePattern
    let curve: AgreementCurve
    let cipher: ChannelCipher
    let context: SealingContext
    let preSharedKey: SecretBytes?
    /// Messages of a direction before its key is replaced; tests use fewer.
    var messagesPerKey = Channel.messagesPerKey

    init(
        _ pattern: NoisePattern, _ curve: AgreementCurve, _ cipher: ChannelCipher, _ context: SealingContext, preSharedKey: SecretBytes?
    ) throws(CryptoError) {
        if let preSharedKey, preSharedKey.count != 32 {
            throw CryptoError(.invalidKey, "A pre-shared key has 32 bytes, not \(preSharedKey.count).")
        }
        self.pattern = pattern
        self.curve = curve
        self.cipher = cipher
        self.context = context
        self.preSharedKey = preSharedKey
    }

    /// The handshake's name, by the rules of Noise (8); P-256 is used as in FIDO's hybrid transports: uncompressed points of 65 bytes.
    var protocolName: String {
        let curve = curve == .x25519 ? "25519" : "P256"
        return "Noise_\(pattern.rawValue)_\(curve)_\(cipher == .aes256GCM ? "AESGCM" : "ChaChaPoly")_SHA256"
    }

    var prologue: [UInt8] {
        let count = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: messagesPerKey >> $0) }
        return SealingContext(parts: [Array("merlon.channel.1".utf8), count, context.encoded]).encoded
    }
}
