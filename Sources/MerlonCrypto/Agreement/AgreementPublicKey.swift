/// The public half of a key for agreement: checked when it is made, so that whoever has one has a valid one.
///
/// A key has one encoding. On P-256 only an uncompressed point of the curve is taken (NIST SP 800-56A, 5.6.2.3.3). On X25519 a number that is
/// not reduced, or a point of small order, with which every private key gives the same secret, is refused (RFC 7748, 6.1).
public struct AgreementPublicKey: Hashable, Sendable {
    /// Its curve.
    public let curve: AgreementCurve
    /// The encoded point: 32 bytes of X25519, or 65 of P-256 (`04 ‖ x ‖ y`).
    public let bytes: [UInt8]

    /// Checks an encoded point. Throws ``CryptoError/Code/invalidKey`` for whatever is none.
    public init(_ curve: AgreementCurve, _ bytes: some Collection<UInt8>) throws(CryptoError) {
        let bytes = Array(bytes)
        guard bytes.count == curve.publicKeyByteCount else {
            throw CryptoError(.invalidKey, "A public key of this curve has \(curve.publicKeyByteCount) bytes, not \(bytes.count).")
        }
        switch curve {
        case .x25519:
            guard Self.isReduced(bytes), !Self.smallOrder.contains(bytes) else {
                throw CryptoError(.invalidKey, "The point is not reduced, or of small order.")
            }
        case .p256: try Backend.checkPoint(bytes)
        }
        self.curve = curve
        self.bytes = bytes
    }

    /// Reads a DER `SubjectPublicKeyInfo` (RFC 5480, RFC 8410) in its one distinguished form, with a named curve.
    public init(subjectPublicKeyInfo der: some Collection<UInt8>) throws(CryptoError) {
        let (identifier, point) = try SubjectPublicKeyInfo.parts(of: der)
        guard let curve = AgreementCurve.allCases.first(where: { SubjectPublicKeyInfo.identifier(of: $0) == identifier }) else {
            throw CryptoError(.invalidKey, "Not the SubjectPublicKeyInfo of an X25519 or P-256 key.")
        }
        try self.init(curve, point)
    }

    /// The DER `SubjectPublicKeyInfo`.
    public var subjectPublicKeyInfo: [UInt8] { SubjectPublicKeyInfo.encode(SubjectPublicKeyInfo.identifier(of: curve), bytes) }

    /// Whether the little-endian number is below 2^255 - 19.
    private static func isReduced(_ bytes: [UInt8]) -> Bool {
        guard bytes[31] >= 0x7F else { return true }
        return bytes[31] == 0x7F && !(bytes[1..<31].allSatisfy { $0 == 0xFF } && bytes[0] >= 0xED)
    }

    /// The reduced points of order 1, 2, 4 and 8, on the curve or its twist.
    private static let smallOrder: Set<[UInt8]> = [
        [UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31), [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [
            0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE, 0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F, 0xC4, 0x6A, 0xDA, 0x09, 0x8D, 0xEB, 0x9C,
            0x32,
            0xB1, 0xFD, 0x86, 0x62, 0x05, 0x16, 0x5F, 0x49, 0xB8, 0x00,
        ],
        [
            0x5F, 0x9C, 0x95, 0xBC, 0xA3, 0x50, 0x8C, 0x24, 0xB1, 0xD0, 0xB1, 0x55, 0x9C, 0x83, 0xEF, 0x5B, 0x04, 0x44, 0x5C, 0xC4, 0x58,
            0x1C,
            0x8E, 0x86, 0xD8, 0x22, 0x4E, 0xDD, 0xD0, 0x9F, 0x11, 0x57,
        ],
    ]
}
