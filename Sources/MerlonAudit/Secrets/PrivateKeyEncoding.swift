/// How a private key is encoded, told by the first bytes of its DER.
enum PrivateKeyEncoding: String, Sendable {
    case rsa = "RSA private key (PKCS #1)"
    case pkcs8 = "private key (PKCS #8)"
    case encryptedPKCS8 = "encrypted private key (PKCS #8)"
    case ellipticCurve = "elliptic curve private key (SEC 1)"
    case pkcs12 = "key store (PKCS #12)"

    /// The encoding of what starts with `bytes`, or `nil` when that is no private key.
    ///
    /// - Parameter size: How many bytes there are in all; the outer length must fit into them.
    init?(_ bytes: [UInt8], size: Int) {
        // SEQUENCE of at least 40 bytes.
        guard bytes.count >= 16, let (header, length) = Self.outer(bytes), length >= 40, header + length <= size else { return nil }
        let body = bytes[header...]
        if body.starts(with: [0x02, 0x01, 0x00]) {
            // Version 0, then a modulus or an algorithm.
            let next = body.dropFirst(3)
            if next.starts(with: [0x02, 0x82]) || next.starts(with: [0x02, 0x81]) || next.starts(with: [0x02, 0x41]) {
                self = .rsa
            } else if next.starts(with: [0x30]), next.dropFirst(2).starts(with: [0x06]) {
                self = .pkcs8
            } else {
                return nil
            }
        } else if body.starts(with: [0x02, 0x01, 0x01, 0x04]) {
            self = .ellipticCurve
        } else if body.starts(with: [0x02, 0x01, 0x03, 0x30]) {
            self = .pkcs12
        } else if body.starts(with: [0x30]), body.dropFirst(2).starts(with: [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01]) {
            // PBES1 or PBES2 (1.2.840.113549.1.5, 1.12): certificates and public keys have other identifiers here.
            guard let arc = body.dropFirst(11).first, arc == 0x05 || arc == 0x0C else { return nil }
            self = .encryptedPKCS8
        } else {
            return nil
        }
    }

    /// The length of the SEQUENCE that starts with `bytes`, its header included; `nil` when there is none.
    static func totalLength(_ bytes: [UInt8]) -> Int? { outer(bytes).map { $0.header + $0.length } }

    /// The lengths of a SEQUENCE's header and content, for contents of less than 64 KiB.
    private static func outer(_ bytes: [UInt8]) -> (header: Int, length: Int)? {
        guard bytes.count >= 4, bytes[0] == 0x30 else { return nil }
        switch bytes[1] {
        case 0..<0x80: return (2, Int(bytes[1]))
        case 0x81: return (3, Int(bytes[2]))
        case 0x82: return (4, Int(bytes[2]) << 8 | Int(bytes[3]))
        default: return nil
        }
    }
}
