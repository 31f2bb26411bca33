import MerlonAuth
import MerlonCommandLine
import MerlonCore

extension OTPRequest {
    /// Accepts a code once. What was used is kept beside the vault.
    func verify() async throws -> ExitStatus {
        if let file = try option(OTPCommand.codeFile), file == SecretInput.standardInput,
            try option(OTPCommand.passwordFile) == SecretInput.standardInput
        {
            throw CommandLineError(.conflict, "standard input can be read for one thing only")
        }
        let accounts = try await accounts()
        let entry = try await entry(accounts)
        let account = try await accounts.account(entry.id)
        let entered =
            try option(OTPCommand.codeFile).map { try SecretInput.readLine($0, limit: 64) }
            ?? SecretInput.prompt("code: ", limit: 64, noTerminal: "give it with --code-file FILE")
        let code = unsafe entered.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
        let verifier = OTPVerifier(store: try SQLiteReplayStore(path: try path() + ".used"))
        do {
            let acceptance = try await Self.accept(code, of: account, id: entry.id, verifier)
            try console.output.write("right, and used up\(drift(acceptance, isTime: account.totp != nil))\n")
            return .success
        } catch let error as AuthError where error.code == .authenticationFailed {
            console.report(CommandLineError(.invalidValue, "the code is not right, or was used"))
            return .findings
        } catch let error as AuthError where error.code == .lockedOut {
            let seconds = error.retryAfter.map { "wait \(($0.nanoseconds + 999_999_999) / 1_000_000_000) s" }
            console.report(CommandLineError(.invalidValue, "too many wrong codes: nothing was checked", hint: seconds))
            return .findings
        }
    }

    private static func accept(
        _ code: String, of account: OTPAccount, id: OTPAccounts.ID, _ verifier: OTPVerifier
    ) async throws -> OTPAcceptance {
        switch account.factor {
        case .time(let step): return try await verifier.verify(code, totp: TOTP(hotp: account.hotp, timeStep: step), account: id)
        case .counter(let first): return try await verifier.verify(code, hotp: account.hotp, firstCounter: first, account: id)
        }
    }

    private func drift(_ acceptance: OTPAcceptance, isTime: Bool) -> String {
        guard acceptance.drift != 0 else { return "" }
        return isTime ? " (the device's clock is off by \(acceptance.drift) steps)" : " (codes skipped: \(acceptance.drift))"
    }
}
