import MerlonCommandLine
import MerlonCore
import MerlonCrypto
import MerlonVault

/// `merlon vault`: a file vault at the command line.
enum VaultCommand {
    enum Action: String, CaseIterable, Sendable {
        case `init`, set, get, list, remove, rotate, protector, counter, export, `import`, verify
    }

    static let action = Argument(.choice("ACTION") as ValueType<Action>, "what to do, see below")
    static let operands = Argument(
        .text("NAME"), count: .zeroOrMore,
        "names of items; for protector: list, add, or remove and a number; for counter: bind, advance or dangerously-remove")

    static let command = Command(
        name: "vault", abstract: "keep secrets in a sealed file",
        discussion: """
            init makes a vault that each protector given opens. set keeps a secret that comes from the terminal, a file or standard input; get writes \
            it to a new file, or prints it with --reveal; list shows names and no secrets; remove takes items away. rotate gives the vault new keys \
            and seals all items anew: show every protector, since each has to wrap the new key. protector list, protector add and protector remove \
            NUMBER change who opens it: passphrases, key files, systemd's credentials, and on Linux the TPM, tokens and the desktop's keyring. A vault \
            that is bound to a counter in the TPM is not opened by an old copy of all its files; counter bind, counter advance and counter dangerously-remove \
            manage that, and every other action needs --counter for such a vault. export writes all items of all namespaces to a sealed file, for --export-key; import takes them into another \
            vault, all or nothing. verify opens every record.

            Secrets are never taken from an argument, which every process on the machine can read.
            """,
        arguments: [action.definition, operands.definition],
        options: [VaultOptions.vault.definition, VaultOptions.namespace.definition] + ProtectorOptions.opening.definitions
            + ProtectorOptions.adding.definitions
            + [
                CounterOptions.counter.definition, CounterOptions.acceptRollback.definition, VaultOptions.from.definition,
                VaultOptions.reveal.definition, VaultOptions.output.definition, VaultOptions.sealedFor.definition,
            ],
        examples: [
            Example("merlon vault init --vault v.db --passphrase", "Makes a vault, asking for its passphrase."),
            Example("merlon vault set api-token --vault v.db --passphrase", "Asks for the passphrase, then for the secret."),
            Example(
                "merlon vault get api-token --vault v.db --key-file v.key --reveal", "Prints the secret, opening the vault by a key file."),
            Example("merlon vault protector add --vault v.db --passphrase --new-key-file v.key", "Lets a key file open the vault, too."),
            Example(
                "merlon vault init --vault v.db --tpm vault --passphrase --counter vault",
                "Makes a vault that this machine opens by itself."),
            Example("merlon vault export --vault v.db --passphrase --export-key backup.key --output v.sealed", "Exports all items."),
        ],
        exitStatuses: [
            ExitStatusMeaning(.success, "done"),
            ExitStatusMeaning(.findings, "verify found damage, or the vault does not open with what was given"),
            ExitStatusMeaning(.usage, "wrong use, no such item or vault, or a file that cannot be read or written"),
            ExitStatusMeaning(.internalFault, "a defect of merlon"),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        try VaultOptions.checkStandardInput(invocation)
        let names = try invocation.values(of: operands)
        do {
            switch try invocation.values(of: action)[0] {
            case .`init`: try await make(invocation, try none(names))
            case .set: try await set(invocation, try one(names))
            case .get: try await get(invocation, try one(names))
            case .list: try await list(invocation, try none(names))
            case .remove: try await remove(invocation, names)
            case .rotate: try await rotate(invocation, try none(names))
            case .protector: try await changeProtectors(invocation, names)
            case .counter: try await changeCounter(invocation, try one(names))
            case .export: try await export(invocation, try none(names))
            case .`import`: try await restore(invocation, try one(names))
            case .verify: return try await verify(invocation, try none(names))
            }
        } catch let error as VaultError where error.code == .authenticationFailed || error.code == .corrupted {
            invocation.console.report(error)
            return .findings
        }
        return .success
    }

    private static func none(_ names: [String]) throws {
        if let name = names.first { throw CommandLineError(.surplusArgument, "'\(name)' is one argument too many") }
    }

    private static func one(_ names: [String]) throws -> String {
        guard names.count == 1 else { throw CommandLineError(.missingArgument, "one NAME is needed") }
        return names[0]
    }
}
