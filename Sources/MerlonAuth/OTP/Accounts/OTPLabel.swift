/// The label of an `otpauth` URI: `Issuer:name`, where the colon may be escaped and blanks may follow it.
struct OTPLabel {
    let issuer: String?
    let name: String

    /// Reads a label. The raw text is cut at the first colon, escaped or not, and only then decoded: an issuer has no colon in it.
    ///
    /// A plus sign is a plus sign, as in `alice+work@example.com`. Only when the issuer with blanks in the place of its plus signs is the
    /// one that the parameter names is the label taken to be encoded as forms are, where a plus sign is a blank.
    init(_ raw: ArraySlice<UInt8>, issuerParameter: String?) throws(AuthError) {
        let colon = raw.indices.first { raw[$0] == UInt8(ascii: ":") || Self.isEscapedColon(raw[$0...].prefix(3)) }
        guard let colon else {
            issuer = nil
            name = try PercentEncoding.decode(raw, plusIsBlank: false)
            return
        }
        let prefix = raw[..<colon]
        let asForm = try PercentEncoding.decode(prefix, plusIsBlank: true)
        let isForm = prefix.contains(UInt8(ascii: "+")) && asForm == issuerParameter
        issuer = isForm ? asForm : try PercentEncoding.decode(prefix, plusIsBlank: false)
        name = try PercentEncoding.decode(raw[(colon + (raw[colon] == UInt8(ascii: ":") ? 1 : 3))...], plusIsBlank: isForm)
    }

    private static func isEscapedColon(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.elementsEqual("%3A".utf8) || bytes.elementsEqual("%3a".utf8)
    }

    /// The label that reads back as the account. A name with a colon in it needs a prefix, which is empty where there is no issuer; an issuer
    /// with a colon in it stands in the parameter alone.
    static func write(_ account: OTPAccount) -> String {
        let prefix = account.labelIssuer ?? account.issuer ?? ""
        let name = PercentEncoding.encode(account.name, keeping: UInt8(ascii: "@"))
        let nameHasColon = account.name.utf8.contains(UInt8(ascii: ":"))
        if prefix.isEmpty || prefix.utf8.contains(UInt8(ascii: ":")) { return nameHasColon ? ":\(name)" : name }
        return "\(PercentEncoding.encode(prefix)):\(name)"
    }
}
