public import MerlonAuth
public import MerlonCore
import MerlonPrivacy
import MerlonRuntime
public import MerlonVault

extension BankModel {
    /// Signs in in a browser: the app never sees the password.
    public func signIn(through browser: any AuthorizationBrowser) async {
        await run {
            let options = SignInOptions(scopes: ["accounts", "transfers", "offline_access"])
            let signIn = try await services.client.signIn(through: browser, options: options)
            try await services.session.start(with: signIn.tokens)
            state.screen = .accounts
        }
        if state.screen == .accounts { await showAccounts() }
    }

    /// Shows what is known, then what the bank says.
    public func showAccounts() async {
        await run {
            guard case .signedIn = try await services.session.state() else { throw BankError.signInRequired }
            state.screen = .accounts
            if let kept = try await services.statement.read(), let accounts = Account.list(kept) {
                (state.accounts, state.isFromCache) = (accounts, true)
            }
            let answer = try await services.api.accounts()
            guard let accounts = Account.list(answer) else { throw BankError.unreadableAnswer }
            // Locked meanwhile: the answer comes too late.
            guard guardian.phase == .open else { throw BankError.cancelled }
            (state.accounts, state.isFromCache) = (accounts, false)
            try await services.statement.write(answer)
        }
    }

    /// Adds the second factor from the bank's QR code (an `otpauth` URI), in the place of an earlier one.
    public func enroll(_ uri: SecretBytes) async {
        await run {
            let account = try OTPAccount(uri: uri.text)
            for entry in try await services.secondFactor.entries() { try await services.secondFactor.remove(entry.id) }
            _ = try await services.secondFactor.add(account)
        }
    }

    /// Sends money: the process is looked at, the owner is there, and the bank gets a code that it checks itself.
    public func send(_ transfer: Transfer) async {
        var isSent = false
        await run {
            let responses = await look()
            if responses.contains(.withholdKeys) { throw BankError.deviceNotTrusted }
            let span: TimeSpan = responses.contains(.stepUp) ? .zero : .minutes(2)
            try await services.session.requireOwner(within: span, lock: door, reason: transfer.question)
            guard let id = try await services.secondFactor.entries().first?.id else { throw BankError.noSecondFactor }
            try await services.api.send(transfer, code: try await services.secondFactor.moment(of: id).code)
            services.log.write("sent \(transfer.cents) from \(transfer.from) to \(transfer.iban)")
            isSent = true
        }
        if isSent { await showAccounts() }
    }

    /// Ends the session here and at the bank, and leaves nothing of the person behind but the app's lock.
    public func signOut() async {
        await run {
            if case .failed(let error) = try await services.session.signOut() { services.log.write("tokens not revoked: \(error.code)") }
            services.statement.remove()
            try await services.owner.wipe(scope: .user)
            await services.forgetCaches()
            state = State(screen: .signIn, safety: state.safety)
        }
    }

    /// What is not where the placement policy wants it, for a screen of debug builds and for tests: the app's own files, and what frameworks left.
    public func audit(container: String) async throws -> [ContainerIssue] {
        try await ContainerAudit(policy: services.configuration.placement, leftovers: .caches).issues(in: container)
    }
}
