#if os(Linux)
    import Foundation
    import MerlonCore
    import MerlonVault
    import VaultConformance

    // Uses the Secret Service of the session bus that its environment names: commands in, one line out for each. A process has one session bus, and
    // libsecret remembers it: each service needs a process of its own.
    //
    //     conformance              every check of a store and of a protector: "ok COUNT", or what was wrong
    //     read|contains|remove|wrap NAME · write|add NAME TEXT · wipe · list · vault PATH

    let namespace = try Namespace("com.example.keyring", environment: .production)
    let store = SecretServiceStore(patience: .seconds(Int64(CommandLine.arguments.dropFirst().first ?? "") ?? 10))

    func conformance() async throws -> String {
        var count = 0
        for check in StoreConformance.all {
            try await check.run(on: store, policy: .thisDevice())
            for namespace in try await store.namespaces(ofApp: "com.example.conformance") { try await store.removeAll(in: namespace) }
            count += 1
        }
        for check in ProtectorConformance.all where !check.description.hasPrefix("another secret") {
            try await check.run(SecretServiceProtector(), SecretServiceProtector())
            count += 1
        }
        return "\(count)"
    }

    /// A vault under the keyring and a key file: the keyring forgets its key with the slot.
    func vault(_ path: String) async throws -> String {
        let file = try await FileStore.create(at: path, protectors: [SecretServiceProtector()])
        try await file.add(try KeyFileProtector.create(at: path + ".key"), openingWith: [SecretServiceProtector()])
        _ = try await FileStore.open(at: path, with: [SecretServiceProtector()])
        try await file.removeProtector(0, protector: SecretServiceProtector())
        do throws(VaultError) { _ = try await FileStore.open(at: path, with: [SecretServiceProtector()]) } catch {
            return error.code.description
        }
        return "opened without a slot"
    }

    func text(_ secret: SecretBytes) -> String { unsafe secret.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }

    func answer(_ words: [String]) async throws -> String {
        let name = words.count > 1 ? words[1] : "-"
        let key = try ItemKey(name, in: namespace)
        let value = try SecretBytes(copying: Array((words.count > 2 ? words[2] : "").utf8))
        switch words[0] {
        case "conformance": return try await conformance()
        case "read": return text(try await store.read(key, prompt: nil))
        case "contains": return "\(try await store.contains(key))"
        case "remove": try await store.remove(key)
        case "write": try await store.write(value, for: key, policy: .thisDevice())
        case "add": try await store.add(value, for: key, policy: .thisDevice())
        case "wipe": try await store.removeAll(in: namespace)
        case "list": return try await store.keys(in: namespace).map(\.name).joined(separator: " ")
        case "wrap": return "\(try await SecretServiceProtector().wrap(value).count)"
        case "vault": return try await vault(name)
        default: return "unknown command"
        }
        return ""
    }

    while let line = readLine() {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        let line: String
        do { line = "ok \(try await answer(words))" } catch let error as VaultError { line = "error \(error.code)" } catch {
            line = "failed \(error)"
        }
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
#endif
