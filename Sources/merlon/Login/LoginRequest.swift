import MerlonAuth
import MerlonCommandLine
import MerlonCore
import MerlonPinning
import MerlonVault

/// One call of `merlon login`: what was asked, the vault, and the way to the server.
struct LoginRequest {
    let invocation: Invocation
    private let vault: Vault
    private let transport: PinnedTransport
    private let name: String

    /// What says that nobody is signed in, and not that something failed.
    static let refusals: Set<AuthError.Code> = [
        .authenticationFailed, .claimMismatch, .expired, .notYetValid, .signInRequired, .userCancelled,
    ]

    init(_ invocation: Invocation) async throws {
        self.invocation = invocation
        name = try invocation.value(of: LoginCommand.name)
        let anchors = try PinningOptions.anchors(invocation)
        let policy =
            if let file = try invocation.value(of: LoginCommand.pins) {
                try PinFile.policy(in: InputFile.read(file, limit: PinningPolicy.maximumFileByteCount), anchors: anchors)
            } else {
                try PinningPolicy([], otherHosts: .dangerouslyAllowUnpinned, anchors: anchors)
            }
        transport = try PinnedTransport(policy)
        vault = try Vault(namespace: VaultOptions.namespace(invocation), store: try await VaultOptions.open(invocation))
    }

    func start() async throws(AuthError) -> ExitStatus {
        let plan = try LoginPlan(invocation)
        let server = LoginServer(issuer: plan.issuer, clientID: plan.clientID, secret: plan.secret, transport: transport)
        let client = try await server.client()
        let signIn: SignIn
        if plan.usesDevice {
            let device = try await client.authorizeDevice(options: plan.options)
            tell("go to \(device.verificationURL) and enter the code \(device.userCode)")
            signIn = try await client.signIn(with: device)
        } else {
            signIn = try await client.signIn(through: plan.browser(telling: tell), options: plan.options)
        }
        // Where before who: a kill in between leaves a server and no tokens, which is nobody signed in.
        do throws(VaultError) { try await vault.store(server, for: serverName) } catch { throw AuthError(.storeUnavailable, error.reason) }
        let session = Session(in: vault, name: name, refresher: server)
        try await session.start(with: signIn.tokens)
        try say(Self.sentence(signIn.tokens.subject, server))
        return .success
    }

    func status() async throws(AuthError) -> ExitStatus {
        guard let server = try await server() else { return try nobody() }
        switch try await Session(in: vault, name: name, refresher: server).state() {
        case .signedIn(let subject):
            try say(Self.sentence(subject, server))
            return .success
        case .signedOut: return try nobody()
        }
    }

    func token() async throws(AuthError) -> ExitStatus {
        let reveals: Bool
        do throws(CommandLineError) { reveals = try invocation.value(of: LoginCommand.reveal) } catch {
            throw AuthError(.invalidArgument, error.reason)
        }
        guard reveals else { throw AuthError(.invalidArgument, "A token is not printed unless --reveal says so.") }
        guard let server = try await server() else { return try nobody() }
        try say(try await Session(in: vault, name: name, refresher: server).accessToken().unredacted)
        return .success
    }

    func logOut() async throws(AuthError) -> ExitStatus {
        guard let server = try await server() else { return try nobody() }
        let revocation = try await Session(in: vault, name: name, refresher: server).signOut()
        do throws(VaultError) { try await vault.remove(serverName) } catch { throw AuthError(.storeUnavailable, error.reason) }
        switch revocation {
        case .done: try say("signed out, and the tokens are revoked")
        case .nothing: try say("nobody was signed in")
        case .failed(let error):
            try say("signed out here")
            invocation.console.report(AuthError(error.code, "The server has not revoked the tokens: \(error.reason)"))
            return .findings
        }
        return .success
    }

    private var serverName: String { "\(name).server" }

    private func server() async throws(AuthError) -> LoginServer? {
        do throws(VaultError) {
            var server = try await vault.read(serverName, as: LoginServer.self)
            server.transport = transport
            return server
        } catch {
            guard error.code == .notFound else { throw AuthError(.storeUnavailable, error.reason) }
            return nil
        }
    }

    private func nobody() throws(AuthError) -> ExitStatus {
        try say("nobody is signed in")
        return .findings
    }

    private static func sentence(_ subject: String?, _ server: LoginServer) -> String {
        "signed in \(subject.map { "as \($0) " } ?? "")at \(server.issuer)"
    }

    private func say(_ text: String) throws(AuthError) {
        let shown = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isUnsafeToShow ? "\u{FFFD}" : $0 }))
        do { try invocation.console.output.write("\(shown)\n") } catch {
            throw AuthError(.backendFailure, "Standard output cannot be written.")
        }
    }

    /// Words for the person while they are waited for. Standard output is for what was asked for.
    private func tell(_ text: String) { try? invocation.console.errors.write("\(text)\n") }
}
