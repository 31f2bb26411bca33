import MerlonAuth
import MerlonCommandLine
import MerlonCore

extension OTPRequest {
    /// Makes an account with a random secret.
    func new() async throws -> ExitStatus {
        guard let name = subject else { throw CommandLineError(.missingArgument, "what is the account's name?") }
        let algorithm = try option(OTPCommand.algorithm)
        let hotp = HOTP(
            secret: try OTPSecret.generate(for: algorithm), algorithm: algorithm, format: try OTPFormat(digits: option(OTPCommand.digits)))
        let factor: OTPFactor =
            try option(OTPCommand.counter) ? .counter(0) : .time(try OTPTimeStep(period: Int64(option(OTPCommand.period))))
        let account = try OTPAccount(name: name, issuer: option(OTPCommand.issuer), hotp: hotp, factor: factor)
        let id = try await accounts(creating: true).add(account)
        try console.output.write("\(id.prefix(8))  \(account.issuer.map { "\($0):" } ?? "")\(account.name)\n")
        if try option(OTPCommand.reveal) { try console.output.write(account.uriRevealed() + "\n") }
        return .success
    }

    /// Reads URIs, one a line; all of them are read before any account is kept.
    func `import`() async throws -> ExitStatus {
        guard let file = subject else { throw CommandLineError(.missingArgument, "which file?", hint: "- for standard input") }
        if file == SecretInput.standardInput, try option(OTPCommand.passwordFile) == SecretInput.standardInput {
            throw CommandLineError(.conflict, "standard input can be read for one thing only")
        }
        let input = try SecretInput.read(file, limit: 1 << 20)
        guard let text = unsafe input.withUnsafeBytes({ unsafe String(strictUTF8: $0) }) else {
            throw CommandLineError(.unreadable, "'\(file)' is not UTF-8")
        }
        var found: [OTPAccount] = []
        var refused = 0
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let uri = String(line.unicodeScalars.filter { !$0.properties.isWhitespace || $0 == " " }).trimmed
            if uri.isEmpty { continue }
            do throws(AuthError) {
                if uri.lowercased().hasPrefix("otpauth-migration:") {
                    let migration = try OTPMigration(uri: uri)
                    found += migration.accounts
                    for refusal in migration.refused {
                        refused += 1
                        console.report(CommandLineError(.unreadable, "line \(index + 1): '\(refusal.name)': \(refusal.error.errorLine)"))
                    }
                } else {
                    found.append(try OTPAccount(uri: uri))
                }
            } catch {
                // Nothing is kept of a file that is not understood as a whole.
                throw CommandLineError(.unreadable, "line \(index + 1): \(error.errorLine)")
            }
        }
        guard !found.isEmpty else { throw CommandLineError(.unreadable, "'\(file)' has no account that can be kept") }
        let accounts = try await accounts(creating: true)
        for account in found { _ = try await accounts.add(account) }
        try console.output.write("\(found.count) \(found.count == 1 ? "account" : "accounts") kept\n")
        return refused == 0 ? .success : .usage
    }
}

extension String {
    /// Without blanks at its ends.
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
