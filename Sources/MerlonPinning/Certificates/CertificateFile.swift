/// Certificates in files: one in DER, or any number in PEM (RFC 7468), with whatever stands between the blocks.
public enum CertificateFile: Sendable {
    /// The largest that is read, in bytes.
    public static let maximumByteCount = 4 << 20
    /// The most certificates of one file: bundles of all public authorities have about 150.
    public static let maximumCertificates = 1000

    /// The certificates of a file, at least one, in order. Throws ``PinningError/Code/malformed`` or ``PinningError/Code/limitExceeded``.
    public static func certificates(in bytes: [UInt8]) throws(PinningError) -> [Certificate] {
        guard bytes.count <= maximumByteCount else { throw PinningError(.limitExceeded, "A file of more than \(maximumByteCount) bytes.") }
        if bytes.first == 0x30 { return [try Certificate(der: bytes)] }
        let (begin, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----")
        var certificates: [Certificate] = []
        var body: [UInt8]?
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
            let line = line.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
            if line.elementsEqual(begin.utf8) {
                guard body == nil else { throw PinningError(.malformed, "A PEM block begins within another.") }
                body = []
            } else if line.elementsEqual(end.utf8) {
                guard let text = body, let der = Base64Text.decode(String(decoding: text, as: UTF8.self)) else {
                    throw PinningError(.malformed, "A PEM block is no Base64.")
                }
                guard certificates.count < maximumCertificates else {
                    throw PinningError(.limitExceeded, "More than \(maximumCertificates) certificates.")
                }
                certificates.append(try Certificate(der: der))
                body = nil
            } else if body != nil {
                body?.append(contentsOf: line)
                guard body?.count ?? 0 <= 2 * Certificate.maximumByteCount else {
                    throw PinningError(.limitExceeded, "A certificate of more than \(Certificate.maximumByteCount) bytes.")
                }
            }
        }
        guard body == nil else { throw PinningError(.malformed, "A PEM block does not end.") }
        guard !certificates.isEmpty else { throw PinningError(.malformed, "There is no certificate in DER or PEM.") }
        return certificates
    }
}
