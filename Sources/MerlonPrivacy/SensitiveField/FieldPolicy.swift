/// What a ``SensitiveField`` lets people do with its value. OWASP MASVS-STORAGE-2, MASVS-PLATFORM-3.
public struct FieldPolicy: Hashable, Codable, Sendable {
    /// What is typed.
    public enum Content: String, Codable, CaseIterable, Sendable {
        /// A password that exists: the system's password manager may fill it in.
        case password
        /// A password being chosen: the system may propose one.
        case newPassword
        /// A code that came by message or from an authenticator.
        case oneTimeCode
        /// A PIN, a card's code, an account number: nothing that the system should know or propose.
        case secret
    }

    /// What is typed.
    public var content: Content
    /// Whether text may be pasted in. Password managers need it; refusing it makes people choose weaker passwords (NIST SP 800-63B, 5.1.1.2).
    /// Default: yes.
    public var allowsPaste: Bool
    /// Whether the value may be copied or cut. Default: no.
    public var allowsCopy: Bool

    /// Whether the field empties itself when its scene goes to the background, also without a ``SensitiveSession``. Default: yes.
    public var clearsInBackground: Bool

    /// Makes a policy.
    public init(_ content: Content, allowsPaste: Bool = true, allowsCopy: Bool = false, clearsInBackground: Bool = true) {
        self.content = content
        self.allowsPaste = allowsPaste
        self.allowsCopy = allowsCopy
        self.clearsInBackground = clearsInBackground
    }

    /// What an edit menu offers.
    public enum Edit: String, CaseIterable, Sendable { case copy, cut, paste, select, share, define, other }

    /// Whether the edit is allowed. Sharing, looking up and proofreading hand the value to others as copying does.
    public func allows(_ edit: Edit) -> Bool {
        switch edit {
        case .paste: allowsPaste
        case .copy, .cut, .share, .define: allowsCopy
        case .select: true
        case .other: allowsCopy
        }
    }
}
