import MerlonAuth
import MerlonCommandLine
import MerlonCore
import MerlonPinning

/// What `merlon login start` was asked to do.
struct LoginPlan {
    let issuer: String
    let clientID: String
    let secret: SecretBytes?
    let options: SignInOptions
    let usesDevice: Bool
    private let opensBrowser: Bool
    private let path: String
    private let timeout: TimeSpan

    init(_ invocation: Invocation) throws(AuthError) {
        do throws(CommandLineError) {
            guard let issuer = try invocation.values(of: LoginCommand.issuer).first,
                let clientID = try invocation.value(of: LoginCommand.clientID)
            else { throw CommandLineError(.missingArgument, "ISSUER and --client-id are needed") }
            self.issuer = issuer
            self.clientID = clientID
            secret =
                if let file = try invocation.value(of: LoginCommand.clientSecretFile) {
                    try SecretInput.readLine(file, limit: 1024)
                } else { nil }
            let scopes = try invocation.value(of: LoginCommand.scope).split(separator: " ").map(String.init)
            let age = try invocation.value(of: LoginCommand.maximumAge).map { TimeSpan.seconds(Int64($0)) }
            options = SignInOptions(scopes: scopes, maximumAge: age)
            usesDevice = try invocation.value(of: LoginCommand.device)
            opensBrowser = try !invocation.value(of: LoginCommand.noBrowser)
            path = try invocation.value(of: LoginCommand.path)
            timeout = .seconds(Int64(try invocation.value(of: LoginCommand.timeout)))
        } catch { throw AuthError(.invalidArgument, error.reason) }
    }

    /// The system's browser; where there is none, or it is not wanted, the person opens the address themselves.
    func browser(telling tell: @escaping @Sendable (String) -> Void) -> LoopbackBrowser {
        let opensBrowser = opensBrowser
        return LoopbackBrowser(path: path, timeout: timeout) { url throws(AuthError) in
            if opensBrowser, await Self.opens(url) { return tell("sign in in the browser that has just opened") }
            tell("open this address in a browser on this machine:\n\(url)")
        }
    }

    private static func opens(_ url: HTTPURL) async -> Bool {
        do throws(AuthError) {
            try await SystemBrowser.open(url)
            return true
        } catch { return false }
    }
}
