import MerlonAuth
import MerlonCommandLine
import MerlonCore
import MerlonCrypto
import MerlonVault

/// One call of `merlon otp`: what was asked, and the vault that it is about.
struct OTPRequest {
    let invocation: Invocation
    let subject: String?

    var console: Console { invocation.console }

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        subject = try invocation.values(of: OTPCommand.subject).first
    }

    func option<Value>(_ option: Option<Value>) throws -> Value { try invocation.value(of: option) }

    /// The vault's path: as asked, or where the user's data is (XDG Base Directory).
    func path() throws -> String {
        if let path = try option(OTPCommand.vault) { return path }
        if let data = console.environment("XDG_DATA_HOME"), data.hasPrefix("/") { return "\(data)/merlon/otp.vault" }
        guard let home = console.environment("HOME"), home.hasPrefix("/") else {
            throw CommandLineError(.missingValue, "the environment has no HOME", hint: "name the vault with --vault FILE")
        }
        return "\(home)/.local/share/merlon/otp.vault"
    }

    /// The accounts; the vault is made where there is none and `creating` says so.
    func accounts(creating: Bool = false) async throws -> OTPAccounts {
        let path = try path()
        let isNew = !InputFile.exists(path)
        guard !isNew || creating else {
            throw CommandLineError(.unreadable, "there is no vault at '\(path)'", hint: "'merlon otp new' and 'merlon otp import' make one")
        }
        let protector = try protector(isNew: isNew)
        let store = try await isNew ? FileStore.create(at: path, protectors: [protector]) : FileStore.open(at: path, with: [protector])
        let namespace = try Namespace("merlon.tool", environment: .production)
        return OTPAccounts(vault: try Vault(namespace: namespace, store: store))
    }

    private func protector(isNew: Bool) throws -> any Protector {
        let file = try option(OTPCommand.keyFile)
        let password = try option(OTPCommand.passwordFile)
        if let file {
            guard password == nil else { throw CommandLineError(.conflict, "--key-file and --password-file exclude each other") }
            return isNew && !InputFile.exists(file) ? try KeyFileProtector.create(at: file) : KeyFileProtector(path: file)
        }
        if let password {
            return PassphraseProtector(try Password(bytes: SecretInput.readLine(password, limit: Password.maximumByteCount)))
        }
        func ask(_ text: String) throws -> SecretBytes {
            try SecretInput.prompt(text, limit: Password.maximumByteCount, noTerminal: "give --password-file FILE or --key-file FILE")
        }
        let typed = try ask("passphrase of the vault: ")
        if isNew, try ask("the same again: ") != typed { throw CommandLineError(.invalidValue, "the two passphrases differ") }
        return PassphraseProtector(try Password(bytes: typed))
    }

    /// The one account that the subject names: by id, `Issuer:name`, name, or else by words that only it has.
    func entry(_ accounts: OTPAccounts) async throws -> OTPAccounts.Entry {
        guard let subject, !subject.isEmpty else {
            throw CommandLineError(.missingArgument, "which account?", hint: "'merlon otp list' shows them")
        }
        let all = try await accounts.entries()
        let exact = all.filter { $0.title == subject || $0.name == subject || (subject.utf8.count >= 4 && $0.id.hasPrefix(subject)) }
        let found = exact.isEmpty ? try await accounts.search(subject) : exact
        guard let entry = found.first else {
            throw CommandLineError(.invalidValue, "there is no account '\(subject)'", hint: "'merlon otp list' shows them")
        }
        guard found.count == 1 else {
            let names = found.prefix(5).map { "\($0.title) (\($0.id.prefix(8)))" }.joined(separator: ", ")
            throw CommandLineError(.invalidValue, "'\(subject)' could be several accounts", hint: "name one of \(names)")
        }
        return entry
    }

    /// Throws unless the person asked to see the secret.
    func requireReveal(_ what: String) throws {
        guard try option(OTPCommand.reveal) else {
            throw CommandLineError(.missingValue, "\(what) shows the secret", hint: "say so with --reveal")
        }
    }
}

extension OTPAccounts.Entry {
    /// `Issuer:name`, or the name alone.
    var title: String { issuer.map { "\($0):\(name)" } ?? name }
}
