import MerlonCore
public import MerlonVault

/// What every `SecretStore` does. A store's test file runs it with three lines:
///
///     @Test(arguments: StoreConformance.all) func conformance(_ check: StoreConformance) async throws {
///         try await check.run(on: store, policy: .thisDevice())
///     }
public struct StoreConformance: Sendable, CustomStringConvertible {
    /// What it checks, as a sentence.
    public let description: String
    private let body: @Sendable (any SecretStore, AccessPolicy) async throws -> String?

    /// Something was not as it should be.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Runs the check on a store that holds nothing in the namespaces `com.example.conformance`.
    public func run(on store: any SecretStore, policy: AccessPolicy) async throws {
        if let problem = try await body(store, policy) { throw Failure(description: "\(description): \(problem)") }
    }

    private init(_ description: String, _ body: @escaping @Sendable (any SecretStore, AccessPolicy) async throws -> String?) {
        self.description = description
        self.body = body
    }

    static func namespace(_ environment: Namespace.Environment = .production, user: String? = nil) throws(VaultError) -> Namespace {
        try Namespace("com.example.conformance", environment: environment, user: user)
    }

    static func key(_ name: String = "item", in environment: Namespace.Environment = .production, user: String? = nil) throws(VaultError)
        -> ItemKey
    {
        try ItemKey(name, in: namespace(environment, user: user))
    }

    static func secret(_ text: String) throws -> SecretBytes { try SecretBytes(copying: Array(text.utf8)) }

    static func error(_ body: () async throws -> Void) async -> VaultError? {
        do {
            try await body()
            return nil
        } catch { return error as? VaultError }
    }

    /// All checks.
    public static let all: [StoreConformance] = [
        .init("what was written is read") { store, policy in
            try await store.write(secret("one"), for: key(), policy: policy)
            return try await store.read(key(), prompt: nil) == secret("one") ? nil : "another value came back"
        },
        .init("an empty value is a value") { store, policy in
            try await store.write(secret(""), for: key(), policy: policy)
            return try await store.read(key(), prompt: nil).count == 0 ? nil : "bytes came back"
        },
        .init("any byte is kept") { store, policy in
            let all = try SecretBytes(copying: (0...255).map { UInt8($0) })
            try await store.write(all, for: key(), policy: policy)
            return try await store.read(key(), prompt: nil) == all ? nil : "other bytes came back"
        },
        .init("a second write replaces the first") { store, policy in
            try await store.write(secret("one"), for: key(), policy: policy)
            try await store.write(secret("two, and longer"), for: key(), policy: policy)
            guard try await store.read(key(), prompt: nil) == secret("two, and longer") else { return "the old value came back" }
            let keys = try await store.keys(in: namespace())
            return keys.count == 1 ? nil : "there are \(keys.count) items"
        },
        .init("a write under another policy keeps one item, with the new policy") { store, policy in
            try await store.write(secret("one"), for: key(), policy: .thisDevice(.afterFirstUnlock))
            try await store.write(secret("two"), for: key(), policy: policy)
            guard try await store.policy(of: key()) == policy else { return "the old policy is still there" }
            let keys = try await store.keys(in: namespace())
            return keys.count == 1 ? nil : "there are \(keys.count) items"
        },
        .init("what is not there throws notFound") { store, _ in
            guard await error({ _ = try await store.read(key("none"), prompt: nil) })?.code == .notFound else { return "read" }
            guard await error({ try await store.remove(key("none")) })?.code == .notFound else { return "remove" }
            guard await error({ _ = try await store.policy(of: key("none")) })?.code == .notFound else { return "policy" }
            return try await store.contains(key("none")) ? "contains" : nil
        },
        .init("what was removed is gone") { store, policy in
            try await store.write(secret("one"), for: key(), policy: policy)
            try await store.remove(key())
            guard try await !store.contains(key()) else { return "it is still there" }
            return await error { _ = try await store.read(key(), prompt: nil) }?.code == .notFound ? nil : "it can still be read"
        },
        .init("environments do not see each other") { store, policy in
            try await store.write(secret("production"), for: key(in: .production), policy: policy)
            try await store.write(secret("development"), for: key(in: .development), policy: policy)
            guard try await store.read(key(in: .production), prompt: nil) == secret("production") else {
                return "production was overwritten"
            }
            guard try await !store.contains(key(in: .staging)) else { return "staging sees an item" }
            try await store.removeAll(in: namespace(.development))
            return try await store.contains(key(in: .production)) ? nil : "production was wiped with development"
        },
        .init("users do not see each other, also with names made to meet") { store, policy in
            let users: [String?] = [nil, "a", "b", "a/b", "a%2Fb", "-", "u", "ü", "A", "ａ", "a "]
            for (index, user) in users.enumerated() { try await store.write(secret("\(index)"), for: key(user: user), policy: policy) }
            for (index, user) in users.enumerated() where try await store.read(key(user: user), prompt: nil) != secret("\(index)") {
                return "\(user ?? "none") has another user's item"
            }
            try await store.removeAll(in: namespace(user: "a"))
            guard try await !store.contains(key(user: "a")) else { return "the wipe left an item" }
            return try await store.contains(key(user: "a/b")) ? nil : "the wipe took another user's item"
        },
        .init("keys are listed in order and complete") { store, policy in
            for name in ["b", "a", "c with blank", "d/slash", "e%percent", "ü"] {
                try await store.write(secret(name), for: key(name), policy: policy)
            }
            let names = try await store.keys(in: namespace()).map(\.name)
            return names == ["a", "b", "c with blank", "d/slash", "e%percent", "ü"] ? nil : "\(names)"
        },
        .init("a name is one item in each of its Unicode forms, and look-alikes are others") { store, policy in
            try await store.write(secret("composed"), for: key("stra\u{DF}e \u{FC}"), policy: policy)
            try await store.write(secret("decomposed"), for: key("stra\u{DF}e u\u{308}"), policy: policy)
            try await store.write(secret("other"), for: key("strasse \u{FC}"), policy: policy)
            try await store.write(secret("wide"), for: key("\u{FF53}trasse \u{FC}"), policy: policy)
            guard try await store.read(key("stra\u{DF}e \u{FC}"), prompt: nil) == secret("decomposed") else {
                return "two items of one name"
            }
            let names = try await store.keys(in: namespace()).map(\.name)
            guard names.count == 3 else { return "\(names.count) items" }
            guard names.contains(where: { $0.unicodeScalars.elementsEqual("stra\u{DF}e \u{FC}".unicodeScalars) }) else {
                return "a name came back in another form"
            }
            return try await store.read(key("strasse \u{FC}"), prompt: nil) == secret("other") ? nil : "look-alikes were mixed"
        },
        .init("names differ by case, blanks and length up to the limit") { store, policy in
            let names = [
                "a", "A", " a", "a ", "a  ", String(repeating: "a", count: 255), String(repeating: "a", count: 254), "🗝", "'; DROP", "%",
                "*", "{REF:P@T:a}", "%7BREF:P@T:a}", "{TITLE}", "a.c",
            ]
            for name in names { try await store.write(secret(name), for: key(name), policy: policy) }
            for name in names where try await store.read(key(name), prompt: nil) != secret(name) { return "'\(name)' has another's value" }
            let listed = try await store.keys(in: namespace()).map(\.name)
            return Set(listed) == Set(names) && listed.count == names.count ? nil : "\(listed)"
        },
        .init("a namespace lists its own items alone, whatever was removed") { store, policy in
            for index in 0..<12 { try await store.write(secret("\(index)"), for: key("\(index)"), policy: policy) }
            try await store.write(secret("other"), for: key("other", user: "a"), policy: policy)
            for index in stride(from: 0, to: 12, by: 2) { try await store.remove(key("\(index)")) }
            let names = try await store.keys(in: namespace()).map(\.name)
            guard names == ["1", "11", "3", "5", "7", "9"] else { return "\(names)" }
            let others = try await store.keys(in: namespace(user: "a")).map(\.name)
            return others == ["other"] ? nil : "\(others)"
        },
        .init("a wiped namespace is empty, and usable again") { store, policy in
            for index in 0..<5 { try await store.write(secret("\(index)"), for: key("\(index)"), policy: policy) }
            try await store.removeAll(in: namespace())
            guard try await store.keys(in: namespace()).isEmpty else { return "items are left" }
            for index in 0..<5 where try await store.contains(key("\(index)")) { return "an item is left" }
            try await store.write(secret("new"), for: key("3"), policy: policy)
            guard try await store.read(key("3"), prompt: nil) == secret("new") else { return "another value came back" }
            return await error { _ = try await store.read(key("2"), prompt: nil) }?.code == .notFound ? nil : "an old item came back"
        },
        .init("an item removed and written again is the new one") { store, policy in
            try await store.write(secret("old"), for: key(), policy: policy)
            try await store.remove(key())
            try await store.write(secret("new"), for: key(), policy: policy)
            guard try await store.read(key(), prompt: nil) == secret("new") else { return "another value came back" }
            return try await store.keys(in: namespace()).count == 1 ? nil : "it is listed twice"
        },
        .init("a policy that it cannot keep is refused, and the old item stays") { store, policy in
            try await store.write(secret("one"), for: key(), policy: policy)
            let presences = AccessPolicy.Presence.allCases
            let all =
                AccessPolicy.Availability.allCases.flatMap { availability in presences.map { .thisDevice(availability, presence: $0) } }
                + AccessPolicy.SynchronisedAvailability.allCases.map { AccessPolicy.synchronised($0) }
            for refused in all where store.obstacle(to: refused) != nil {
                guard await error({ try await store.write(secret("two"), for: key(), policy: refused) })?.code == .unsupportedPolicy else {
                    return "it was taken: \(refused)"
                }
            }
            guard store.obstacle(to: store.strictestPolicy) == nil else { return "it cannot keep its own strictest policy" }
            guard try await store.policy(of: key()) == policy else { return "the policy has changed" }
            return try await store.read(key(), prompt: nil) == secret("one") ? nil : "the old value is lost"
        },
        .init("readers see whole values while a writer changes them") { store, policy in
            try await store.write(secret("0000000000"), for: key(), policy: policy)
            return try await withThrowingTaskGroup(of: String?.self) { group in
                group.addTask {
                    for round in 0..<30 {
                        try await store.write(secret(String(repeating: "\(round % 10)", count: 10 + round)), for: key(), policy: policy)
                    }
                    return nil
                }
                for _ in 0..<3 {
                    group.addTask {
                        for _ in 0..<60 {
                            let value = try await store.read(key(), prompt: nil)
                            let isWhole = unsafe value.withUnsafeBytes { bytes in unsafe bytes.allSatisfy { unsafe $0 == bytes[0] } }
                            if !isWhole { return "a mixture was read" }
                        }
                        return nil
                    }
                }
                for try await problem in group { if let problem { return problem } }
                return nil
            }
        },
        .init("items written at once are all there") { store, policy in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<24 { group.addTask { try await store.write(secret("\(index)"), for: key("\(index)"), policy: policy) } }
                try await group.waitForAll()
            }
            let count = try await store.keys(in: namespace()).count
            guard count == 24 else { return "there are \(count)" }
            for index in 0..<24 where try await store.read(key("\(index)"), prompt: nil) != secret("\(index)") {
                return "values were mixed"
            }
            return nil
        },
        .init("wiping an empty namespace is no error") { store, _ in
            try await store.removeAll(in: namespace(user: "nobody"))
            return nil
        },
        .init("adding is for new items alone, and touches no other") { store, policy in
            try await store.add(secret("one"), for: key(), policy: policy)
            guard await error({ try await store.add(secret("two"), for: key(), policy: policy) })?.code == .duplicate else {
                return "an item was added twice"
            }
            guard try await store.read(key(), prompt: nil) == secret("one") else { return "the value changed" }
            guard
                await error({ try await store.add(secret("two"), for: key(), policy: .thisDevice(.afterFirstUnlock)) })?.code == .duplicate
            else { return "another policy made another item" }
            try await store.remove(key())
            try await store.add(secret("three"), for: key(), policy: policy)
            return try await store.read(key(), prompt: nil) == secret("three") ? nil : "the value is another"
        },
        .init("of many who add at once, one succeeds") { store, policy in
            let added = try await withThrowingTaskGroup(of: UInt8?.self) { group in
                for index in 0..<UInt8(8) {
                    group.addTask {
                        do {
                            try await store.add(SecretBytes(copying: [index]), for: key(), policy: policy)
                            return index
                        } catch { if (error as? VaultError)?.code == .duplicate { return nil } else { throw error } }
                    }
                }
                return try await group.reduce(into: [UInt8]()) { if let index = $1 { $0.append(index) } }
            }
            guard added.count == 1 else { return "\(added.count) succeeded" }
            return try await store.read(key(), prompt: nil) == SecretBytes(copying: added) ? nil : "a loser's value is there"
        },
        .init("an app's namespaces are listed, and no other app's") { store, policy in
            let other = try Namespace("com.example.conformance.other", environment: .production)
            let expected = try [namespace(), namespace(.staging), namespace(user: "a/b"), namespace(.development, user: "ü")]
            for space in expected + [other] { try await store.write(secret("x"), for: ItemKey("item", in: space), policy: policy) }
            let found = try await store.namespaces(ofApp: "com.example.conformance")
            try await store.removeAll(in: other)
            guard Set(found) == Set(expected), found.count == expected.count else { return "\(found)" }
            for space in expected { try await store.removeAll(in: space) }
            return try await store.namespaces(ofApp: "com.example.conformance").isEmpty ? nil : "an empty namespace is listed"
        },
        .init("a value over the limit is refused, and the old one stays") { store, policy in
            try await store.write(secret("one"), for: key(), policy: policy)
            let large = try SecretBytes(copying: [UInt8](repeating: 7, count: store.maximumValueSize + 1))
            guard await error({ try await store.write(large, for: key(), policy: policy) })?.code == .tooLarge else {
                return "it was taken"
            }
            return try await store.read(key(), prompt: nil) == secret("one") ? nil : "the old value is lost"
        },
        .init("a value at the limit is kept") { store, policy in
            let large = try SecretBytes(copying: [UInt8](repeating: 7, count: store.maximumValueSize))
            try await store.write(large, for: key(), policy: policy)
            return try await store.read(key(), prompt: nil) == large ? nil : "another value came back"
        },
        .init("concurrent writers leave one whole value") { store, policy in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<8 {
                    group.addTask {
                        for _ in 0..<10 {
                            try await store.write(
                                SecretBytes(copying: [UInt8](repeating: UInt8(index), count: 100 + index)), for: key(), policy: policy)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let value = try await store.read(key(), prompt: nil)
            let isWhole = unsafe value.withUnsafeBytes { bytes in
                unsafe bytes.allSatisfy { unsafe $0 == bytes[0] } && bytes.count == 100 + Int(bytes[0])
            }
            return isWhole ? nil : "values were mixed"
        },
    ]
}
