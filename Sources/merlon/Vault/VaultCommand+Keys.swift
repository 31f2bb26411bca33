import MerlonCommandLine
import MerlonCore
import MerlonCrypto
import MerlonVault

extension VaultCommand {
    static func rotate(_ invocation: Invocation, _: Void) async throws {
        let protectors = try VaultOptions.protectors(invocation)
        let store = try await VaultOptions.open(invocation, with: protectors)
        try await store.rotateMasterKey(protectors)
        let count = try await store.resealItems()
        try invocation.console.errors.write("\(count) items sealed anew\n")
    }

    static func changeProtectors(_ invocation: Invocation, _ words: [String]) async throws {
        let protectors = try VaultOptions.protectors(invocation)
        let store = try await VaultOptions.open(invocation, with: protectors)
        switch (words.first, words.dropFirst().map(Int.init)) {
        case ("list", []):
            for slot in try await store.protectors() {
                try invocation.console.output.write("\(slot.number)\t\(slot.kind)\t\(slot.label)\n")
            }
        case ("add", []): try await store.add(try VaultOptions.newProtector(invocation), openingWith: protectors)
        case ("remove", let numbers) where numbers.count == 1:
            guard let number = numbers[0] else { throw CommandLineError(.invalidValue, "'\(words[1])' is no number of a protector") }
            let kind = try await store.protectors().first { $0.number == number }?.kind
            try await store.removeProtector(number, protector: protectors.first { $0.kind == kind })
        default:
            throw CommandLineError(.missingArgument, "protector is followed by list, add, or remove and a number")
        }
    }

    static func changeCounter(_ invocation: Invocation, _ word: String) async throws {
        let protectors = try VaultOptions.protectors(invocation)
        switch word {
        case "bind":
            guard let guarding = try CounterOptions.rollbackGuard(invocation, makes: true) else { throw counterNeeded }
            let store = try await FileStore.open(
                at: VaultOptions.path(invocation), with: protectors,
                dangerouslyAcceptRollback: invocation.value(of: CounterOptions.acceptRollback))
            try await store.bindRollbackGuard(guarding)
        case "advance":
            guard try invocation.value(of: CounterOptions.counter) != nil else { throw counterNeeded }
            try await VaultOptions.open(invocation, with: protectors).advanceRollbackGuard()
        case "dangerously-remove":
            try await VaultOptions.open(invocation, with: protectors).dangerouslyRemoveRollbackGuard()
        default: throw CommandLineError(.missingArgument, "counter is followed by bind, advance or dangerously-remove")
        }
    }

    private static let counterNeeded = CommandLineError(.missingValue, "--counter is needed: the name of the counter in the TPM")

    static func export(_ invocation: Invocation, _: Void) async throws {
        guard let output = try invocation.value(of: VaultOptions.output) else {
            throw CommandLineError(.missingValue, "--output is needed: an export is a file")
        }
        let keys = try exportKeys(invocation)
        let store = try await VaultOptions.open(invocation)
        let archive = try await VaultArchive(of: try await store.namespaces(), in: store)
        try await archive.write(to: output, for: [.keys(keys)])
        for text in archive.leftOut { try invocation.console.errors.write("left out: \(text)\n") }
        try invocation.console.errors.write("\(archive.count) items exported\n")
    }

    static func restore(_ invocation: Invocation, _ file: String) async throws {
        let keys = try exportKeys(invocation)
        let store = try await VaultOptions.open(invocation)
        let count = try await VaultArchive(readingFrom: file, with: .keys(keys)).restore(to: store)
        try invocation.console.errors.write("\(count) items imported\n")
    }

    static func verify(_ invocation: Invocation, _: Void) async throws -> ExitStatus {
        let found = try await VaultOptions.open(invocation).verify()
        try invocation.console.output.write("\(found.itemCount) items in \(found.namespaceCount) namespaces are as they were written\n")
        if found.unopenedItemCount > 0 {
            try invocation.console.output.write("\(found.unopenedItemCount) items are under an application password and were not opened\n")
        }
        for problem in found.problems { try invocation.console.output.write("damaged: \(problem)\n") }
        return found.isSound ? .success : .findings
    }

    private static func exportKeys(_ invocation: Invocation) throws -> KeySet {
        guard let file = try invocation.value(of: VaultOptions.sealedFor) else {
            throw CommandLineError(.missingValue, "--export-key is needed", hint: "'merlon keygen --output FILE' makes one")
        }
        guard let keys = try KeyFile(reading: file).keys else {
            throw CommandLineError(.invalidValue, "'\(file)' holds no sealing key", hint: "'merlon keygen --output FILE' makes one")
        }
        return keys
    }
}
