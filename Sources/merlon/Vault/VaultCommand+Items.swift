import MerlonCommandLine
import MerlonCore
import MerlonVault

extension VaultCommand {
    static func make(_ invocation: Invocation, _: Void) async throws {
        let protectors = try VaultOptions.protectors(invocation, isNew: true)
        _ = try await FileStore.create(
            at: VaultOptions.path(invocation), protectors: protectors, rollbackGuard: CounterOptions.rollbackGuard(invocation, makes: true))
    }

    static func set(_ invocation: Invocation, _ name: String) async throws {
        let vault = try await vault(invocation)
        let limit = VaultOptions.maximumSecretByteCount
        let secret =
            if let file = try invocation.value(of: VaultOptions.from) {
                try SecretInput.read(file, limit: limit)
            } else {
                try SecretInput.prompt("secret: ", limit: 4096, noTerminal: "give it with --from FILE, or --from - for standard input")
            }
        try await vault.store(secret, for: name)
    }

    static func get(_ invocation: Invocation, _ name: String) async throws {
        let output = try invocation.value(of: VaultOptions.output)
        let reveals = try invocation.value(of: VaultOptions.reveal)
        guard reveals != (output != nil) else {
            throw CommandLineError(.missingValue, "a secret is not printed", hint: "--output FILE writes it to a file, --reveal prints it")
        }
        let secret = try await vault(invocation).read(name)
        var bytes = unsafe secret.withUnsafeBytes { unsafe Array($0) }
        defer { wipe(&bytes) }
        if let output { try NewSecretFile.write(bytes, to: output) } else { try invocation.console.output.write(bytes) }
    }

    static func list(_ invocation: Invocation, _: Void) async throws {
        for name in try await vault(invocation).list() { try invocation.console.output.write("\(name)\n") }
    }

    static func remove(_ invocation: Invocation, _ names: [String]) async throws {
        guard !names.isEmpty else { throw CommandLineError(.missingArgument, "a NAME is needed") }
        let vault = try await vault(invocation)
        for name in names where try await !vault.contains(name) {
            throw VaultError(.notFound, "There is no item '\(name)', and nothing was removed.")
        }
        for name in names { try await vault.remove(name) }
    }

    private static func vault(_ invocation: Invocation) async throws -> Vault {
        let namespace = try VaultOptions.namespace(invocation)
        return try Vault(namespace: namespace, store: try await VaultOptions.open(invocation))
    }
}
