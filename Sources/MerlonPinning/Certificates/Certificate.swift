public import MerlonCore

/// An X.509 certificate, read as far as pinning and its tools need it (RFC 5280). Reading one says nothing about trust.
///
/// The public key is a range of bytes: any algorithm will do, also one that nobody here knows.
public struct Certificate: Sendable {
    /// All of its bytes.
    public let der: [UInt8]
    /// The `SubjectPublicKeyInfo` as it stands in ``der``.
    public let subjectPublicKeyInfo: ArraySlice<UInt8>
    /// SHA-256 of ``subjectPublicKeyInfo``: what public-key pins are.
    public let publicKeyDigest: PinDigest
    /// SHA-256 of ``der``: what certificate pins are, and what viewers show as its fingerprint.
    public let digest: PinDigest
    /// The first moment at which it is valid.
    public let notBefore: WallTime
    /// The last second at which it is valid.
    public let notAfter: WallTime
    /// The DER `Name` of its holder.
    public let subject: ArraySlice<UInt8>
    /// The DER `Name` of who signed it.
    public let issuer: ArraySlice<UInt8>
    /// The extensions' DER, or empty.
    let extensions: ArraySlice<UInt8>

    /// The largest that is read, in bytes. Real ones have 1-3 KB.
    public static let maximumByteCount = 64 << 10

    /// Reads DER. Throws ``PinningError/Code/malformed``, or ``PinningError/Code/limitExceeded``.
    public init(der: [UInt8]) throws(PinningError) {
        guard der.count <= Self.maximumByteCount else {
            throw PinningError(.limitExceeded, "A certificate of more than \(Self.maximumByteCount) bytes.")
        }
        do throws(DERError) {
            var certificate = try DERReader(der).only(.sequence)
            var toBeSigned = try certificate.enter(.sequence)
            _ = try certificate.read(.sequence)
            _ = try certificate.read(.bitString).bitString()
            try certificate.finish()
            _ = try toBeSigned.readIfPresent(.context(0))
            _ = try toBeSigned.read(.integer)
            _ = try toBeSigned.read(.sequence)
            issuer = try toBeSigned.read(.sequence).encoded
            var validity = try toBeSigned.enter(.sequence)
            notBefore = try validity.read().time()
            notAfter = try validity.read().time()
            try validity.finish()
            subject = try toBeSigned.read(.sequence).encoded
            let info = try toBeSigned.read(.sequence)
            try Self.checkPublicKeyInfo(info)
            subjectPublicKeyInfo = info.encoded
            _ = try toBeSigned.readIfPresent(.context(1, constructed: false))
            _ = try toBeSigned.readIfPresent(.context(2, constructed: false))
            extensions = try toBeSigned.readIfPresent(.context(3))?.content ?? []
            try toBeSigned.finish()
        } catch {
            throw PinningError(.malformed, "Not a certificate: \(error.reason), at byte \(error.offset).")
        }
        self.der = der
        publicKeyDigest = PinDigest(hashing: subjectPublicKeyInfo)
        digest = PinDigest(hashing: der)
    }

    private static func checkPublicKeyInfo(_ info: DERElement) throws(DERError) {
        var fields = try info.children()
        var algorithm = try fields.enter(.sequence)
        _ = try algorithm.read(.objectIdentifier).objectIdentifier()
        _ = try fields.read(.bitString).bitString()
        try fields.finish()
    }
}

extension Certificate: Hashable {
    public static func == (left: Certificate, right: Certificate) -> Bool { left.digest == right.digest }

    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
