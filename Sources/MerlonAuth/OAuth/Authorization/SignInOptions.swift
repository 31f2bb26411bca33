public import MerlonCore

/// What a sign-in asks for.
public struct SignInOptions: Hashable, Sendable {
    /// What the tokens shall be good for. With `openid` there must be an ID token, which is verified.
    public var scopes: [String]
    /// How long ago the person may have shown who they are, by the server's clock; they are asked anew otherwise, and the ID token must say when it
    /// was (step-up, OpenID Connect Core, 3.1.2.1). Needs the scope `openid`.
    public var maximumAge: TimeSpan?
    /// Parameters of the server's own, such as `prompt`, `login_hint`, `resource`. Those that a flow makes itself are refused.
    public var parameters: [String: String]

    /// Asks for scopes; for an ID token alone unless others are named.
    public init(scopes: [String] = ["openid"], maximumAge: TimeSpan? = nil, parameters: [String: String] = [:]) {
        self.scopes = scopes
        self.maximumAge = maximumAge
        self.parameters = parameters
    }

    /// Whether there must be an ID token.
    var isOpenID: Bool { scopes.contains("openid") }

    /// The parameters with their values, or throws ``AuthError/Code/invalidArgument``: a scope is visible ASCII without quotes and backslashes
    /// (RFC 6749, 3.3).
    func checked(against own: Set<String>) throws(AuthError) -> [(String, String)] {
        let isScope = { (scope: String) in
            !scope.isEmpty && scope.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        }
        guard scopes.allSatisfy(isScope) else { throw AuthError(.invalidArgument, "A scope that is none.") }
        guard parameters.keys.allSatisfy({ !own.contains($0) }) else {
            throw AuthError(.invalidArgument, "A parameter that the flow makes itself.")
        }
        var all = scopes.isEmpty ? [] : [("scope", scopes.joined(separator: " "))]
        if let maximumAge {
            guard isOpenID, maximumAge >= .zero else {
                throw AuthError(.invalidArgument, "A maximum age is not negative, and needs the scope openid.")
            }
            all.append(("max_age", String(maximumAge.nanoseconds / 1_000_000_000)))
        }
        return all + parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
