import MerlonAuth
import MerlonCommandLine
import MerlonCore

/// `merlon login`: signs in at an OpenID Connect or OAuth server, keeps the tokens in a vault, and gives them out fresh.
enum LoginCommand {
    enum Action: String, CaseIterable, Sendable { case start, status, token, logout }

    static let action = Argument(.choice("ACTION") as ValueType<Action>, Action.allCases.map(\.rawValue).joined(separator: ", "))
    static let issuer = Argument(.text("ISSUER") as ValueType<String>, count: .zeroOrOne, "start: the server's issuer, an https URL")
    static let clientID = Option.optional("client-id", .text("ID"), "start: what the server knows this program by")
    static let clientSecretFile = Option.optional(
        "client-secret-file", .path("FILE"), "start: the client's secret, for servers that gave it one; - for standard input")
    static let scope = Option("scope", .text("SCOPES"), default: "openid", shownAs: "openid", "start: what the tokens shall be good for")
    static let device = Option.flag("device", "start: sign in at another device, with a code")
    static let noBrowser = Option.flag("no-browser", "start: show the address in place of opening it")
    static let path = Option(
        "redirect-path", .text("PATH"), default: "/callback", shownAs: "/callback",
        "start: the path of the redirect URI http://127.0.0.1/PATH")
    static let maximumAge = Option.optional(
        "max-age", .number("SECONDS", in: 0...31_536_000), "start: how long ago you may have shown the server who you are")
    static let timeout = Option(
        "timeout", .number("SECONDS", in: 5...3600), default: 300, shownAs: "300", "start: how long to wait for you")
    static let pins = Option.optional("pins", .path("FILE"), "a file of pins for the server; without it the authorities decide")
    static let name = Option("name", .text("NAME"), default: "login", shownAs: "login", "which sign-in of the vault")
    static let reveal = Option.flag("reveal", "token: print the access token")

    static let command = Command(
        name: "login", abstract: "sign in at an OAuth server, and keep its tokens in a vault",
        discussion: """
            start opens the browser, waits for it at a port of 127.0.0.1, and keeps the tokens in the vault; with --device it shows an address and a code \
            for another device. The server must have http://127.0.0.1/callback registered for the client, and leave the port aside. status says who is \
            signed in. token prints an access token, which is replaced first when it has expired. logout has the tokens revoked and removes them, \
            whatever the server says.

            Discovery, PKCE, state, nonce and the ID token are checked, and cannot be switched off. 'merlon vault init' makes the vault.
            """,
        arguments: [action.definition, issuer.definition],
        options: [
            clientID.definition, clientSecretFile.definition, scope.definition, device.definition, noBrowser.definition, path.definition,
            maximumAge.definition, timeout.definition, pins.definition, PinningOptions.trust.definition, name.definition, reveal.definition,
            VaultOptions.vault.definition, VaultOptions.namespace.definition,
        ] + ProtectorOptions.opening.definitions + [CounterOptions.counter.definition, CounterOptions.acceptRollback.definition],
        examples: [
            Example(
                "merlon login start https://id.example.com --client-id cli --vault v.db --key-file v.key",
                "Signs in through the browser."),
            Example(
                "merlon login start https://id.example.com --client-id tv --device --scope read --vault v.db --key-file v.key",
                "Shows a code to sign in with at a phone."),
            Example("merlon login token --reveal --vault v.db --key-file v.key", "Prints an access token that has not expired."),
            Example("merlon login logout --vault v.db --key-file v.key", "Revokes the tokens and removes them."),
        ],
        exitStatuses: [
            ExitStatusMeaning(.success, "done; for status: somebody is signed in"),
            ExitStatusMeaning(
                .findings, "nobody is signed in, or the sign-in was refused; for logout: the server has not revoked the tokens"),
            ExitStatusMeaning(.usage, "wrong use, a vault that does not open, or a server that cannot be asked"),
            ExitStatusMeaning(.internalFault, "a defect of merlon"),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let action = try invocation.values(of: action)[0]
        if action != .start, let issuer = try invocation.values(of: issuer).first {
            throw CommandLineError(.surplusArgument, "'\(issuer)' is one argument too many")
        }
        let secretFiles = try ProtectorOptions.opening.secretFiles(invocation) + [invocation.value(of: clientSecretFile)].compactMap { $0 }
        if secretFiles.filter({ $0 == SecretInput.standardInput }).count > 1 {
            throw CommandLineError(.conflict, "standard input can be read for one thing only")
        }
        let request = try await LoginRequest(invocation)
        do throws(AuthError) {
            switch action {
            case .start: return try await request.start()
            case .status: return try await request.status()
            case .token: return try await request.token()
            case .logout: return try await request.logOut()
            }
        } catch {
            invocation.console.report(error)
            return LoginRequest.refusals.contains(error.code) ? .findings : .usage
        }
    }
}
