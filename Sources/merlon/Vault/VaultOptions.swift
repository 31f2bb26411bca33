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
        let protectors = try ProtectorOptions.opening.protectors(invocation, makes: isNew)
        guard !protectors.isEmpty else {
            throw CommandLineError(
                .missingValue, "nothing to open the vault with", hint: "give --passphrase, --passphrase-file, --key-file or a device")
        }
        return protectors
    }

    /// The protector to add.
    static func newProtector(_ invocation: Invocation) throws -> any Protector {
        let protectors = try ProtectorOptions.adding.protectors(invocation, makes: true)
        guard protectors.count == 1 else {
            throw CommandLineError(
                .missingValue, "one protector to add is needed", hint: "give --new-passphrase, --new-key-file or another --new-… option")
        }
        return protectors[0]
    }

    /// Opens the vault with what was given.
    static func open(_ invocation: Invocation) async throws -> FileStore { try await open(invocation, with: protectors(invocation)) }

    /// Opens the vault with these protectors, and with its counter.
    static func open(_ invocation: Invocation, with protectors: [any Protector]) async throws -> FileStore {
        let (path, guarding) = (try path(invocation), try CounterOptions.rollbackGuard(invocation))
        let accepts = try invocation.value(of: CounterOptions.acceptRollback)
        do throws(VaultError) {
            return try await FileStore.open(
                at: path, with: protectors, rollbackGuard: guarding, dangerouslyAcceptRollback: accepts)
        } catch {
            guard error.code == .invalidArgument, guarding == nil else { throw error }
            throw CommandLineError(.missingValue, error.errorLine, hint: "name the counter of the vault with --counter")
        }
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
        let uses =
            try ProtectorOptions.opening.secretFiles(invocation) + ProtectorOptions.adding.secretFiles(invocation)
            + [from, sealedFor].compactMap { try invocation.value(of: $0) }
        if uses.filter({ $0 == SecretInput.standardInput }).count > 1 {
            throw CommandLineError(.conflict, "standard input can be read for one thing only")
        }
    }
}
