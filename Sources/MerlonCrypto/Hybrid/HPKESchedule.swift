import MerlonCore

/// What both sides of HPKE derive from the shared secret (RFC 9180, 5.1), and the count of their messages (5.2).
final class HPKESchedule: Sendable {
    private let labels: HPKELabels
    private let cipher: AEAD?
    private let key: SecretBytes?
    private let baseNonce: [UInt8]
    private let exporter: SecretBytes
    private let sequence: Sequence

    /// The number of the next message. Behind the lock that also keeps the messages in order.
    private final class Sequence: @unchecked Sendable {
        let lock = Lock()
        var next: UInt64

        init(_ next: UInt64) { self.next = next }
    }

    /// - Parameter isAuthenticated: Whether the sender's key is part of the shared secret.
    /// - Parameter first: The number of the first message; tests begin near the limit.
    init(
        _ curve: AgreementCurve, _ cipher: HPKECipher, shared: SecretBytes, info: [UInt8], isAuthenticated: Bool,
        preSharedKey: HPKEPreSharedKey?, first: UInt64 = 0
    ) throws(CryptoError) {
        labels = HPKELabels.suite(curve, cipher)
        self.cipher = cipher.cipher
        let mode: UInt8 = (preSharedKey == nil ? 0 : 1) + (isAuthenticated ? 2 : 0)
        let context =
            try [mode] + labels.extract("psk_id_hash", open: preSharedKey?.id ?? []) + labels.extract("info_hash", open: info)
        let secret = try labels.extract("secret", preSharedKey.map { [$0.secret] } ?? [], salt: shared)
        if let aead = cipher.cipher {
            key = try labels.expand(secret, "key", context, count: aead.keyByteCount)
            let nonce = try labels.expand(secret, "base_nonce", context, count: AEAD.nonceByteCount)
            baseNonce = unsafe nonce.withUnsafeBytes { unsafe Array($0) }
        } else {
            key = nil
            baseNonce = []
        }
        exporter = try labels.expand(secret, "exp", context, count: 32)
        sequence = Sequence(first)
    }

    /// Runs `body` with cipher, key and the nonce of the next message; the message counts when `body` returns.
    func next<R>(_ body: (AEAD, SecretBytes, [UInt8]) throws(CryptoError) -> R) throws(CryptoError) -> R {
        guard let cipher, let key else { throw CryptoError(.unsupported, "This suite exports secrets and encrypts nothing.") }
        return try sequence.lock.withLock { () throws(CryptoError) in
            guard sequence.next < HPKESender.maximumMessageCount else {
                throw CryptoError(.limitExceeded, "This context has had its \(HPKESender.maximumMessageCount) messages.")
            }
            var nonce = baseNonce
            for byte in 0..<8 { nonce[nonce.count - 1 - byte] ^= UInt8(truncatingIfNeeded: sequence.next >> UInt64(8 * byte)) }
            let result = try body(cipher, key, nonce)
            sequence.next += 1
            return result
        }
    }

    /// Secret export (RFC 9180, 5.3).
    func export(_ context: [UInt8], count: Int) throws(CryptoError) -> SecretBytes {
        try labels.expand(exporter, "sec", context, count: count)
    }
}
