/// One of the 24 controls of OWASP MASVS v2.
public struct MASVSControl: Hashable, Codable, Sendable {
    /// `MASVS-STORAGE-1`.
    public let id: String
    /// What it asks for, in our words.
    public let title: String
    /// The group that it belongs to.
    public let area: MASVSArea

    /// All controls, by area and number.
    public static let all: [MASVSControl] = [
        .init(.storage, 1, "Sensitive data is stored securely"),
        .init(.storage, 2, "Sensitive data does not leak out of the app's storage"),
        .init(.crypto, 1, "Cryptography is strong, current and used as intended"),
        .init(.crypto, 2, "Keys are managed well through their whole life"),
        .init(.auth, 1, "Remote authentication and authorisation follow sound protocols"),
        .init(.auth, 2, "Local authentication uses the platform's secure means"),
        .init(.auth, 3, "Sensitive operations ask for a further proof"),
        .init(.network, 1, "All traffic is protected by current TLS"),
        .init(.network, 2, "Connections to the app's own servers are pinned"),
        .init(.platform, 1, "Links, extensions and other inter-process ways are used securely"),
        .init(.platform, 2, "Web views are used securely"),
        .init(.platform, 3, "The user interface does not give sensitive data away"),
        .init(.code, 1, "An up-to-date platform version is asked for"),
        .init(.code, 2, "Updates of the app can be enforced"),
        .init(.code, 3, "No part has known vulnerabilities"),
        .init(.code, 4, "All input from outside is validated"),
        .init(.resilience, 1, "The platform's integrity is checked"),
        .init(.resilience, 2, "Tampering with the app is hindered"),
        .init(.resilience, 3, "Static analysis is hindered"),
        .init(.resilience, 4, "Dynamic analysis is hindered"),
        .init(.privacy, 1, "Access to personal data and resources is kept to a minimum"),
        .init(.privacy, 2, "The user is not identified without need"),
        .init(.privacy, 3, "What is collected and shared is declared openly"),
        .init(.privacy, 4, "The user controls their data"),
    ]

    private init(_ area: MASVSArea, _ number: Int, _ title: String) {
        id = "MASVS-\(area.rawValue)-\(number)"
        self.title = title
        self.area = area
    }
}
