import MerlonCommandLine
import MerlonCore
import MerlonCrypto
import MerlonVault

/// What every action of `merlon vault` is told in the same way, and how it is read.
enum VaultOptions {
    static let vault = Option.optional("vault", .path("FILE"), "the vault's database")
    static let namespace = Option(
        "namespace", short: "n", .text("APP/ENVIRONMENT/USER"), default: "merlon/production",
        "whose items; the environment is development, staging or production, the user may be left out")
    static let passphrase = Option.flag("passphrase", short: "p", "ask for a passphrase that opens the vault")
    static let passphraseFile = Option.optional(
        "passphrase-file", .path("FILE"), "a passphrase that opens the vault, the whole FILE but the line end; - for standard input")
    static let keyFile = Option.optional(
        "key-file", short: "k", .path("FILE"), "a key file that opens the vault; 'init' makes it when it is missing")
    static let newPassphrase = Option.flag("new-passphrase", "ask for a passphrase to add as a protector")
    static let newPassphraseFile = Option.optional("new-passphrase-file", .path("FILE"), "a passphrase to add as a protector")
    static let newKeyFile = Option.optional("new-key-file", .path("FILE"), "a key file to add as a protector; made when it is missing")
    static let from = Option.optional("from", .path("FILE"), "the secret, the whole FILE; - for standard input")
    static let reveal = Option.flag("reveal", "print the secret on standard output")
    static let output = Option.optional(
        "output", short: "o", .path("FILE"), "a new file for the secret or the export, readable by its owner alone")
    static let sealedFor = Option.optional(
        "export-key", .path("FILE"), "the key of an export, as 'merlon keygen' writes it")

    static let maximumSecretByteCount = SecretMemory.maximumByteCount - 1

    /// The path of the vault.
    static func path(_ invocation: Invocation) throws -> String {
        guard let path = try invocation.value(of: vault) else {
            throw CommandLineError(.missingValue, "--vault is needed", hint: "'merlon vault init --vault FILE --passphrase' makes a vault")
        }
        return path
    }

    /// The protectors that were shown.
    static func protectors(_ invocation: Invocation, isNew: Bool = false) throws -> [any Protector] {
        var protectors: [any Protector] = []
        if try invocation.value(of: passphrase) { protectors.append(PassphraseProtector(try asked("passphrase: ", isNew: isNew))) }
        if let file = try invocation.value(of: passphraseFile) { protectors.append(PassphraseProtector(try read(file))) }
        if let file = try invocation.value(of: keyFile) {
            protectors.append(isNew && !InputFile.exists(file) ? try KeyFileProtector.create(at: file) : KeyFileProtector(path: file))
        }
        guard !protectors.isEmpty else {
            throw CommandLineError(
                .missingValue, "nothing to open the vault with", hint: "give --passphrase, --passphrase-file or --key-file")
        }
        return protectors
    }

    /// The protector to add.
    static func newProtector(_ invocation: Invocation) throws -> any Protector {
        var protectors: [any Protector] = []
        if try invocation.value(of: newPassphrase) { protectors.append(PassphraseProtector(try asked("new passphrase: ", isNew: true))) }
        if let file = try invocation.value(of: newPassphraseFile) { protectors.append(PassphraseProtector(try read(file))) }
        if let file = try invocation.value(of: newKeyFile) {
            protectors.append(InputFile.exists(file) ? KeyFileProtector(path: file) : try KeyFileProtector.create(at: file))
        }
        guard protectors.count == 1 else {
            throw CommandLineError(
                .missingValue, "one protector to add is needed", hint: "give --new-passphrase, --new-passphrase-file or --new-key-file")
        }
        return protectors[0]
    }

    /// Opens the vault.
    static func open(_ invocation: Invocation) async throws -> FileStore {
        try await FileStore.open(at: path(invocation), with: protectors(invocation))
    }

    /// The namespace that was named.
    static func namespace(_ invocation: Invocation) throws -> Namespace {
        let parts = try invocation.value(of: namespace).split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(
            String.init)
        guard let environment = Namespace.Environment(rawValue: parts.count > 1 ? parts[1] : "production") else {
            throw CommandLineError(.invalidValue, "there is no environment '\(parts[1])'", hint: "development, staging or production")
        }
        return try Namespace(parts[0], environment: environment, user: parts.count > 2 ? parts[2] : nil)
    }

    /// Throws when standard input would be read for two things.
    static func checkStandardInput(_ invocation: Invocation) throws {
        let uses = [
            try invocation.value(of: passphraseFile), try invocation.value(of: newPassphraseFile), try invocation.value(of: from),
            try invocation.value(of: sealedFor),
        ]
        if uses.filter({ $0 == SecretInput.standardInput }).count > 1 {
            throw CommandLineError(.conflict, "standard input can be read for one thing only")
        }
    }

    private static func read(_ file: String) throws -> Password {
        try Password(bytes: SecretInput.readLine(file, limit: Password.maximumByteCount))
    }

    private static func asked(_ text: String, isNew: Bool) throws -> Password {
        func ask(_ text: String) throws -> SecretBytes {
            try SecretInput.prompt(text, limit: Password.maximumByteCount, noTerminal: "give it in a file")
        }
        let typed = try ask(text)
        if isNew, try ask("the same again: ") != typed { throw CommandLineError(.invalidValue, "the two passphrases differ") }
        return try Password(bytes: typed)
    }
}
