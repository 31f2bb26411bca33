/// What a ``LogSanitizer`` looks for. OWASP MASVS-STORAGE-2, MASWE-0001.
public struct SensitiveKinds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// JSON Web Tokens: signed (RFC 7515) and encrypted (RFC 7516), in compact form.
    public static let webTokens = SensitiveKinds(rawValue: 1 << 0)
    /// API keys and tokens that are known by how they begin, and what follows `Bearer` or `Basic`.
    public static let apiKeys = SensitiveKinds(rawValue: 1 << 1)
    /// Private keys in PEM (RFC 7468), over many lines or in one.
    public static let privateKeys = SensitiveKinds(rawValue: 1 << 2)
    /// Values whose name says that they are secret: `password=`, `"client_secret":`, `Authorization:`, `Cookie:` and kin.
    public static let labelled = SensitiveKinds(rawValue: 1 << 3)
    /// The password in a URL's user information (RFC 3986, 3.2.1), and a token that stands alone there.
    public static let urlPasswords = SensitiveKinds(rawValue: 1 << 4)
    /// Payment card numbers (ISO/IEC 7812): known issuer range and length, right check digit.
    public static let cardNumbers = SensitiveKinds(rawValue: 1 << 5)
    /// International bank account numbers (ISO 13616): the country's length, right check digits.
    public static let ibans = SensitiveKinds(rawValue: 1 << 6)
    /// E-mail addresses of the common form (RFC 5321, without quoted local parts).
    public static let emailAddresses = SensitiveKinds(rawValue: 1 << 7)
    /// Telephone numbers: international with `+` (E.164), North American with separators, others where a name says so (`phone=`).
    public static let phoneNumbers = SensitiveKinds(rawValue: 1 << 8)

    /// All of them.
    public static let all: SensitiveKinds = [
        .webTokens, .apiKeys, .privateKeys, .labelled, .urlPasswords, .cardNumbers, .ibans, .emailAddresses, .phoneNumbers,
    ]

    /// What signs somebody in or decrypts something; no personal data.
    public static let credentials: SensitiveKinds = [.webTokens, .apiKeys, .privateKeys, .labelled, .urlPasswords]
}
