/// What encrypts a channel's messages. Both sides must use the same.
public enum ChannelCipher: Hashable, Sendable, CaseIterable {
    /// ChaCha20-Poly1305.
    case chaCha20Poly1305
    /// AES-256-GCM.
    case aes256GCM

    var aead: AEAD { self == .aes256GCM ? .aes256GCM : .chaCha20Poly1305 }
}
