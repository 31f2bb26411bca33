/// The content of CMS signed data (RFC 5652, section 5): what a provisioning profile and other signed files carry. The signature is not verified.
public enum CMSContent: Sendable {
    /// Whether bytes that start so may be signed data: a SEQUENCE whose first member is the identifier of that type.
    public static func looksLikeOne(_ head: [UInt8]) -> Bool {
        head.first == 0x30
            && head.prefix(24).indices.contains {
                head[$0...].starts(with: [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02])
            }
    }

    /// The content that the signature is over.
    ///
    /// Apple's files are DER, those of other tools BER with indefinite lengths; a few have bytes after the end.
    public static func unverified(in bytes: [UInt8]) throws(DERError) -> [UInt8] {
        var outer = try DERReader(bytes, rules: .lenientBERForCMS)
        var contentInfo = try outer.enter(.sequence)
        let type = try contentInfo.read(.objectIdentifier)
        guard try type.objectIdentifier() == [1, 2, 840, 113549, 1, 7, 2] else {
            throw DERError(.unexpected, "the type of the content is not signed data", offset: type.offset)
        }
        var wrapped = try contentInfo.enter(.context(0))
        var signedData = try wrapped.enter(.sequence)
        _ = try signedData.read(.integer)
        _ = try signedData.read(.set)
        var encapsulated = try signedData.enter(.sequence)
        _ = try encapsulated.read(.objectIdentifier)
        var content = try encapsulated.enter(.context(0))
        return Array(try content.read(.octetString).octetString())
    }
}
