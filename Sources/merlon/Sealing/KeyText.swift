import MerlonCore
import MerlonCrypto

/// A key as one line of text: what it is, a colon, and as Base64URL its bytes and the first four bytes of the SHA-256 of all before, by which a
/// mistyped or cut line is known.
enum KeyText {
    /// A ``SealingKey``: algorithm (1 byte), id (4 bytes, big-endian), the key (32 bytes).
    static let sealingKey = "merlon-key-1:"
    /// An ``AgreementPrivateKey``: curve (1 byte: 1 is X25519, 2 is P-256), the private key (32 bytes).
    static let identity = "merlon-identity-1:"
    /// An ``AgreementPublicKey``: curve, the encoded point.
    static let recipient = "merlon-recipient-1:"

    private static let checkByteCount = 4

    static func encode(_ prefix: String, _ body: [UInt8]) -> String {
        prefix + Base64URL.encode(body + check(prefix, body))
    }

    /// The bytes of a line behind its prefix. Throws for whatever ``encode(_:_:)`` does not make.
    static func decode(_ prefix: String, _ encoded: SecretBytes) throws(CoreError) -> SecretBytes {
        let whole = try Base64URL.decodeSecret(encoded)
        guard whole.count > checkByteCount else { throw CoreError(.malformed, "A key that is cut.") }
        let count = whole.count - checkByteCount
        let isWhole = unsafe whole.withUnsafeBytes { bytes in unsafe ConstantTime.equal(check(prefix, bytes[..<count]), bytes[count...]) }
        guard isWhole else { throw CoreError(.malformed, "A key that is mistyped.") }
        return try whole.extracting(0..<count)
    }

    static func text(of key: SealingKey) -> String {
        var body: [UInt8] = [key.algorithm.rawValue] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: key.id.rawValue >> $0) }
        defer { wipe(&body) }
        unsafe key.material.withUnsafeBytes { unsafe body += $0 }
        return encode(sealingKey, body)
    }

    /// `nil` for a key in hardware.
    static func text(of key: AgreementPrivateKey) -> String? {
        guard let material = key.material else { return nil }
        var body = [number(of: key.curve)]
        defer { wipe(&body) }
        unsafe material.withUnsafeBytes { unsafe body += $0 }
        return encode(identity, body)
    }

    static func text(of key: AgreementPublicKey) -> String { encode(recipient, [number(of: key.curve)] + key.bytes) }

    /// Reads a recipient; `nil` for what is none.
    static func publicKey(_ text: String) -> AgreementPublicKey? {
        guard text.hasPrefix(recipient), let encoded = try? SecretBytes(copying: Array(text.utf8.dropFirst(recipient.utf8.count))),
            let body = try? decode(recipient, encoded)
        else { return nil }
        let bytes = unsafe body.withUnsafeBytes { unsafe Array($0) }
        return bytes.first.flatMap(curve).flatMap { try? AgreementPublicKey($0, bytes.dropFirst()) }
    }

    static func sealingKey(_ body: SecretBytes) throws -> SealingKey {
        guard body.count == 5 + SealingAlgorithm.keyByteCount else { throw CoreError(.malformed, "A key of another length.") }
        let (algorithm, id) = unsafe body.withUnsafeBytes { bytes in
            unsafe (SealingAlgorithm(rawValue: bytes[0]), bytes[1..<5].reduce(0) { $0 << 8 | UInt32($1) })
        }
        guard let algorithm else { throw CoreError(.unsupported, "A key of another algorithm.") }
        return try SealingKey(material: body.extracting(5..<body.count), id: KeyID(rawValue: id), algorithm: algorithm)
    }

    static func privateKey(_ body: SecretBytes) throws -> AgreementPrivateKey {
        guard let curve = unsafe body.withUnsafeBytes({ unsafe $0.first.flatMap(curve) }) else {
            throw CoreError(.unsupported, "A key of another curve.")
        }
        return try AgreementPrivateKey(curve, material: body.extracting(1..<body.count))
    }

    private static func number(of curve: AgreementCurve) -> UInt8 { curve == .x25519 ? 1 : 2 }

    private static func curve(_ number: UInt8) -> AgreementCurve? { [1: .x25519, 2: .p256][number] }

    private static func check(_ prefix: String, _ body: some Collection<UInt8>) -> [UInt8] {
        var stream = HashStream(.sha256)
        stream.update(Array(prefix.utf8))
        stream.update(body)
        return Array(stream.finish().prefix(checkByteCount))
    }
}
