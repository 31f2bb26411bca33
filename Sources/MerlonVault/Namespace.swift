/// Whose items they are: app, environment and user. Items of one namespace are invisible in every other.
public struct Namespace: Hashable, Codable, Sendable {
    /// Which of an app's back ends it talks to. Part of the type, so that a test build never reads or overwrites what production keeps.
    public enum Environment: String, Codable, CaseIterable, Sendable { case development, staging, production }

    /// The app, such as its bundle identifier.
    public let app: String
    /// The environment.
    public let environment: Environment
    /// The user that is signed in, by an identifier that does not change; `nil` for what belongs to the app itself.
    public let user: String?

    /// Longest `app` and `user`, in UTF-8 bytes.
    public static let maximumLength = 255

    /// Makes a namespace. `app` and `user` are 1 ... ``maximumLength`` bytes of UTF-8 without control characters; they are brought into
    /// normalization form C, as names of items are.
    public init(_ app: String, environment: Environment, user: String? = nil) throws(VaultError) {
        self.app = try NameForm.checked(app)
        self.environment = environment
        if let user { self.user = try NameForm.checked(user) } else { self.user = nil }
    }

    private enum Members: String, CodingKey { case app, environment, user }

    /// Decodes a namespace, with the checks of ``init(_:environment:user:)``.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Members.self)
        try self.init(
            try members.decode(String.self, forKey: .app), environment: try members.decode(Environment.self, forKey: .environment),
            user: try members.decodeIfPresent(String.self, forKey: .user))
    }

    /// One string for stores that have but one: parts are escaped, so that two namespaces never meet.
    var label: String {
        [app, environment.rawValue, user.map { "u" + $0 } ?? "-"].map(Self.escaped).joined(separator: "/")
    }

    /// Reads a ``label`` back.
    init?(label: String) {
        let parts = label.split(separator: "/", omittingEmptySubsequences: false).map { Self.unescaped($0) }
        guard parts.count == 3, let app = parts[0], let environment = parts[1].flatMap(Environment.init), let user = parts[2] else {
            return nil
        }
        guard user == "-" || user.first == "u",
            let made = try? Namespace(app, environment: environment, user: user == "-" ? nil : String(user.dropFirst()))
        else { return nil }
        self = made
    }

    private static func escaped(_ part: String) -> String {
        part.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "%": text += "%25"
            case "/": text += "%2F"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func unescaped(_ part: Substring) -> String? {
        var text = ""
        var rest = part
        while let scalar = rest.unicodeScalars.first {
            if scalar == "%" {
                if rest.hasPrefix("%25") { text += "%" } else if rest.hasPrefix("%2F") { text += "/" } else { return nil }
                rest = rest.dropFirst(3)
            } else {
                text.unicodeScalars.append(scalar)
                rest = Substring(rest.unicodeScalars.dropFirst())
            }
        }
        return text
    }
}
