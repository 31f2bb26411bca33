import MerlonPinning

/// The name of an authorization server, which is also where its description is found (RFC 8414, 2; OpenID Connect Discovery, 2).
struct IssuerIdentifier: Sendable {
    /// As it was given: it is compared byte for byte, and never brought into another form.
    let text: String
    private let url: HTTPURL

    /// Throws ``AuthError/Code/invalidArgument`` for anything but an `https` URL without query and fragment. Plain `http` is taken for this
    /// machine itself.
    init(_ text: String) throws(AuthError) {
        guard text.utf8.count <= 2048, !text.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }),
            let url = try? HTTPURL(text), url.isSecureOrLocal
        else { throw AuthError(.invalidArgument, "An issuer is an https URL without query and fragment.") }
        self.text = text
        self.url = url
    }

    /// Where the description may be, in the order in which it is looked for: OpenID Connect appends to the path, RFC 8414, 3.1 puts in before it.
    var descriptions: [HTTPURL] {
        let path = url.target.hasSuffix("/") ? String(url.target.dropLast()) : url.target
        let targets = ["\(path)/.well-known/openid-configuration", "/.well-known/oauth-authorization-server\(path)"]
        return targets.compactMap { try? HTTPURL(scheme: url.scheme, host: url.host, port: url.port, target: $0) }
    }
}
