/// What some data is: what decides where it belongs. OWASP MASVS-STORAGE, MASVS-PRIVACY.
public enum DataKind: String, Codable, CaseIterable, Sendable {
    /// A session, refresh or access token.
    case token
    /// A password that has to be given to someone else. One's own users' passwords are not kept, but hashed.
    case password
    /// A PIN or an unlock code.
    case pin
    /// A cryptographic key.
    case key
    /// A key that identifies the app to a service.
    case apiKey
    /// Data about a person: messages, documents, addresses.
    case personal
    /// Data about a person's health, faith, sex life and whatever else the law protects more than the rest (GDPR, art. 9).
    case health
    /// How the app looks and behaves; says nothing about a person.
    case preference
    /// A copy of personal data that can be had again.
    case personalCache
    /// A copy of public data that can be had again.
    case publicCache

    /// Whether it opens something: it is kept by a vault alone.
    public var isSecret: Bool {
        switch self {
        case .token, .password, .pin, .key, .apiKey: true
        case .personal, .health, .preference, .personalCache, .publicCache: false
        }
    }

    /// Whether it is about a person.
    public var isPersonal: Bool { self == .personal || self == .health || self == .personalCache }
}
