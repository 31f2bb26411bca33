import MerlonAuth
import MerlonCommandLine
import MerlonCore

/// `merlon jwt`: looks at tokens, verifies and signs them, publishes keys.
enum JWTCommand {
    private enum Action: String, CaseIterable, Sendable { case decode, verify, sign, jwks }

    private static let action = Argument(.choice("ACTION") as ValueType<Action>, "decode, verify, sign or jwks, see below")
    private static let files = Argument(
        .path("FILE"), count: .zeroOrMore, "the token, the claims, or for jwks the keys; standard input without it, or for -")
    private static let keys = Option.optional(
        "keys", short: "k", .path("FILE"), "the JWK or JWK set: for verify, or the private one for sign")
    private static let issuer = Option.optional("issuer", .text("ISSUER"), "who must have made the token")
    private static let audience = Option.optional("audience", .text("AUDIENCE"), "whom the token must be for")
    private static let type = Option("type", .text("TYP"), default: "JWT", shownAs: "JWT", "the typ that a token must have, or gets")
    private static let nonce = Option.optional("nonce", .text("NONCE"), "the nonce that the token must have")
    private static let lifetime = Option(
        "lifetime", .number("SECONDS", in: 1...31_536_000), default: 3600, shownAs: "3600",
        "for verify the longest life of a token, for sign how long it lives unless the claims have an exp")
    private static let at = Option.optional("at", .date, "the time that a token is judged by (default: now)")

    static let command = Command(
        name: "jwt", abstract: "decode, verify and sign JSON Web Tokens",
        discussion: """
            decode shows what a token says, of which nothing was checked. verify checks signature, issuer, recipient, times and type, and prints the \
            claims; the status is 1 when the token is refused. sign makes a token of claims, which are a JSON object; iat and exp are added where \
            they are missing. jwks prints the public halves of keys as a set, each named by its thumbprint unless it has a name.

            Tokens, claims and keys come from files or standard input, never from an argument, which every process on the machine can read.
            """,
        arguments: [action.definition, files.definition],
        options: [
            keys.definition, issuer.definition, audience.definition, type.definition, nonce.definition, lifetime.definition, at.definition,
        ],
        examples: [
            Example("merlon jwt decode token.txt", "Shows header and claims, unverified."),
            Example(
                "merlon jwt verify token.txt --keys jwks.json --issuer https://id.example.com --audience api",
                "Verifies, and prints the claims."),
            Example(
                "echo '{\"sub\":\"ada\"}' | merlon jwt sign --keys private.jwk --lifetime 300", "Prints a token that lives five minutes."),
            Example("merlon jwt jwks private.jwk > jwks.json", "Prints what others verify by."),
        ],
        exitStatuses: [
            ExitStatusMeaning(.success, "done"), ExitStatusMeaning(.findings, "verify: the token is refused"),
            ExitStatusMeaning(.usage, "wrong use, or a file that cannot be read"), ExitStatusMeaning(.internalFault, "a defect of merlon"),
        ]
    ) { invocation in
        switch try invocation.values(of: action)[0] {
        case .decode: try decode(invocation)
        case .verify: return try verify(invocation)
        case .sign: try sign(invocation)
        case .jwks: try publish(invocation)
        }
        return .success
    }

    private static func decode(_ invocation: Invocation) throws {
        let token = try UnverifiedToken(parsing: try text(of: one(invocation)))
        let shown: JSONValue = ["unverifiedHeader": token.unverifiedHeader, "unverifiedClaims": token.unverifiedClaims]
        try invocation.console.output.write(shown.serialized(pretty: true))
    }

    private static func verify(_ invocation: Invocation) throws -> ExitStatus {
        guard let issuer = try invocation.value(of: issuer), let audience = try invocation.value(of: audience) else {
            throw CommandLineError(
                .missingValue, "--issuer and --audience are needed", hint: "a token of anybody, or for anybody, proves nothing")
        }
        var policy = TokenPolicy(issuer: issuer, audience: audience, maximumLifetime: .seconds(Int64(try invocation.value(of: lifetime))))
        let type = try invocation.value(of: type)
        if type.lowercased() != "jwt" { policy.type = .named(type) }
        let keys = try JSONWebKeySet(parsing: try keyText(invocation, asSet: true), allowsSecrets: true)
        for skipped in keys.skipped {
            invocation.console.report(CommandLineError(.unreadable, "key \(skipped.index) is left out: \(skipped.reason)"))
        }
        let time = try invocation.value(of: at).map { StandingTime(wallTime: $0) as any TimeSource } ?? SystemTimeSource()
        let verifier = TokenVerifier(keys: keys, policy: policy, time: time)
        let (text, nonce) = (try text(of: one(invocation)), try invocation.value(of: nonce))
        let token: VerifiedToken<JSONValue>
        do throws(AuthError) { token = try verifier.verifyJSON(text, nonce: nonce) } catch {
            invocation.console.report(error)
            return .findings
        }
        try invocation.console.output.write(token.claims.serialized(pretty: true))
        return .success
    }

    private static func sign(_ invocation: Invocation) throws {
        let signer = try JSONWebKey(parsing: try keyText(invocation, asSet: false)).signer()
        guard case .object(var claims)? = try? JSONValue(parsing: try text(of: one(invocation))) else {
            throw CommandLineError(.unreadable, "the claims are no JSON object")
        }
        let now = try invocation.value(of: at) ?? SystemTimeSource().wallTime
        claims["iat"] = claims["iat"] ?? .integer(now.seconds)
        let seconds = Int64(try invocation.value(of: lifetime))
        claims["exp"] = claims["exp"] ?? .integer(now.seconds + seconds)
        try invocation.console.output.write(try signer.signJSON(.object(claims), type: try invocation.value(of: type)) + "\n")
    }

    private static func publish(_ invocation: Invocation) throws {
        let paths = try invocation.values(of: files)
        let keys = try (paths.isEmpty ? ["-"] : paths).map { path in
            let key = try JSONWebKey(parsing: try text(of: path))
            return try JSONValue(parsing: try (key.keyID == nil ? key.namedByThumbprint() : key).publicJSON())
        }
        try invocation.console.output.write(JSONValue.object(["keys": .array(keys)]).serialized(pretty: true))
    }

    private static func one(_ invocation: Invocation) throws -> String {
        let paths = try invocation.values(of: files)
        guard paths.count <= 1 else { throw CommandLineError(.surplusArgument, "'\(paths[1])' is one argument too many") }
        return paths.first ?? SecretInput.standardInput
    }

    private static func keyText(_ invocation: Invocation, asSet: Bool) throws -> String {
        guard let path = try invocation.value(of: keys) else { throw CommandLineError(.missingValue, "--keys is needed") }
        let text = try text(of: path)
        let isSet = (try? JSONValue(parsing: text))?["keys"] != nil
        return asSet && !isSet ? #"{"keys":[\#(text)]}"# : text
    }

    private static func text(of path: String) throws -> String {
        let bytes = try SecretInput.readLine(path, limit: 1 << 20)
        return unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// A clock that stands.
    private struct StandingTime: TimeSource {
        let wallTime: WallTime
        let monotonicTime = MonotonicTime(nanoseconds: 0)
    }
}
