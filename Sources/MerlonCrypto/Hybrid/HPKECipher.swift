/// What encrypts the messages of HPKE (RFC 9180, 7.3). The rest of the suite follows: the key's curve is the KEM's, and HKDF-SHA256 derives.
public enum HPKECipher: UInt16, Hashable, Sendable, CaseIterable {
    /// AES-128-GCM.
    case aes128GCM = 1
    /// AES-256-GCM.
    case aes256GCM = 2
    /// ChaCha20-Poly1305.
    case chaCha20Poly1305 = 3
    /// None: the two sides agree on secrets to export and send no messages.
    case exportOnly = 0xFFFF

    var cipher: AEAD? {
        switch self {
        case .aes128GCM: .aes128GCM
        case .aes256GCM: .aes256GCM
        case .chaCha20Poly1305: .chaCha20Poly1305
        case .exportOnly: nil
        }
    }
}
