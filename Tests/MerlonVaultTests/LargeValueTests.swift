import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import TestSupport
import Testing

@Suite struct LargeValueTests {
    static func namespace(_ user: String? = "zoe") throws -> Namespace {
        try Namespace("com.example.bank", environment: .production, user: user)
    }

    static func large(_ byte: UInt8 = 7, size: Int = 100_000) throws -> SecretBytes {
        try SecretBytes(copying: [UInt8](repeating: byte, count: size))
    }

    /// The paths of all sealed files below a folder.
    static func files(in folder: URL) -> [String] {
        let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return all.filter { path in
            var isDirectory: ObjCBool = false
            _ = unsafe FileManager.default.fileExists(atPath: folder.path + "/" + path, isDirectory: &isDirectory)
            return !isDirectory.boolValue && !path.hasSuffix("/lock")
        }.sorted()
    }

    func withVault(_ body: (Vault, MemoryStore, URL) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let store = MemoryStore(maximumValueSize: 32 * 1024)
            let files = folder.appendingPathComponent("files")
            try await body(try Vault(namespace: Self.namespace(), store: store, largeValues: .path(files.path)), store, files)
        }
    }

    @Test func overTheLimitAValueIsInAFile() async throws {
        try await withVault { vault, store, folder in
            for (size, isFile) in [(0, false), (Vault.inlineByteCount, false), (Vault.inlineByteCount + 200, true), (1 << 20, true)] {
                let value = try Self.large(UInt8(size % 251), size: size)
                try await vault.store(value, for: "item")
                #expect(try await vault.read("item") == value, "\(size)")
                #expect(Self.files(in: folder).count == (isFile ? 1 : 0), "\(size): the older file went")
            }
            try await vault.store(encoding: String(repeating: "x", count: 50_000), for: "json")
            #expect(try await vault.read("json", decoding: String.self).count == 50_000)
            #expect(try await vault.list() == ["item", "json"])
            #expect(await code { _ = try await vault.read("json") } == .wrongKind)
            try await vault.remove("item")
            try await vault.remove("json")
            #expect(Self.files(in: folder).isEmpty)
            #expect(await code { _ = try await vault.read("item") } == .notFound)
            #expect(try await store.keys(in: Self.namespace()).map(\.name) == ["merlon.large-values"])
        }
    }

    @Test func filesSayNothing() async throws {
        try await withVault { vault, _, folder in
            let text = "account of Zoe Example "
            try await vault.store(SecretBytes(copying: Array(String(repeating: text, count: 2000).utf8)), for: "statement-2030")
            let path = try #require(Self.files(in: folder).first)
            for word in ["zoe", "statement", "bank"] { #expect(!path.lowercased().contains(word)) }
            let bytes = try Data(contentsOf: folder.appendingPathComponent(path))
            #expect(bytes.range(of: Data(text.utf8)) == nil)
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func aChangedOrMissingFileIsNoValue() async throws {
        try await withVault { vault, _, folder in
            try await vault.store(Self.large(1), for: "a")
            try await vault.store(Self.large(2), for: "b")
            let paths = Self.files(in: folder).map { folder.appendingPathComponent($0) }
            let whole = try paths.map { try Data(contentsOf: $0) }
            for position in [0, 20, 60, 5000, whole[0].count - 1] {
                for path in paths.indices {
                    var bytes = whole[path]
                    bytes[position] ^= 1
                    try bytes.write(to: paths[path])
                    let codes = [await code { _ = try await vault.read("a") }, await code { _ = try await vault.read("b") }]
                    #expect(codes.filter { $0 == .corrupted }.count == 1, "byte \(position)")
                    try whole[path].write(to: paths[path])
                }
            }
            try whole[1].write(to: paths[0])
            try whole[0].write(to: paths[1])
            #expect(await code { _ = try await vault.read("a") } == .corrupted, "a file in another's place does not open")
            try FileManager.default.removeItem(at: paths[0])
            try FileManager.default.removeItem(at: paths[1])
            #expect(await code { _ = try await vault.read("a") } == .corrupted)
        }
    }

    @Test func wipingShreds() async throws {
        try await withVault { vault, store, folder in
            let other = try vault.for(user: "yan")
            try await vault.store(Self.large(1), for: "a")
            try await other.store(Self.large(2), for: "b")
            let before = try Self.files(in: folder).map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) }
            try await vault.wipe(scope: .user)
            #expect(Self.files(in: folder).count == 1)
            #expect(try await other.read("b") == Self.large(2))
            #expect(await code { _ = try await vault.read("a") } == .notFound)
            // Files that come back, as from a backup, are noise: the next sweep takes them.
            for (path, bytes) in before {
                let url = folder.appendingPathComponent(path)
                try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try bytes.write(to: url)
            }
            #expect(await code { _ = try await vault.read("a") } == .notFound)
            #expect(try await vault.sweep() == 1)
            #expect(try await other.read("b") == Self.large(2))
            try await vault.wipe(scope: .app)
            #expect(Self.files(in: folder).isEmpty)
            #expect(try await store.namespaces(ofApp: "com.example.bank").isEmpty)
        }
    }

    /// Crypto-shredding: the keys go first. A process that ends there leaves noise, and the next wipe takes it away.
    @Test func aWipeThatIsCutOffHasTakenTheKeys() async throws {
        try await withVault { vault, store, folder in
            try await vault.store(Self.large(1), for: "a")
            try await vault.for(user: "yan").store(Self.large(2), for: "b")
            let before = Self.files(in: folder)
            let ended = LimitedStore(store, afterRemovingAll: VaultError(.storeUnavailable, "ended"))
            let dying = try Vault(namespace: vault.namespace, store: ended, largeValues: .path(folder.path))
            #expect(await code { try await dying.wipe(scope: .user) } == .storeUnavailable)
            #expect(Self.files(in: folder) == before, "the files go after the keys")
            #expect(await code { _ = try await vault.read("a") } == .notFound)
            #expect(try await store.keys(in: vault.namespace).isEmpty, "no key is left that opens them")
            // The name is free, and its old file is nothing to the new item.
            try await vault.store(Self.large(3), for: "a")
            #expect(try await vault.read("a") == Self.large(3))
            try await vault.wipe(scope: .user)
            #expect(Self.files(in: folder).count == 1, "the next wipe takes what the first one left")
            #expect(try await vault.for(user: "yan").read("b") == Self.large(2))
        }
    }

    /// Another writer replaces the item between the reading of its record and of its file.
    @Test func aValueThatIsReplacedMeanwhileIsReleasedUnderItsOwnCondition() async throws {
        try await withVault { vault, store, folder in
            for (condition, expected) in [(nil, nil), (VaultTests.Verdict(), VaultError.Code.conditionNotMet)] {
                for isFile in [false, true] {
                    try await vault.store(Self.large(1), for: "a")
                    let racing = LimitedStore(
                        store,
                        afterFirstRead: {
                            do { try await vault.store(Self.large(2), for: "a", condition: condition) } catch { Issue.record(error) }
                        })
                    let other = try Vault(namespace: vault.namespace, store: racing, largeValues: .path(folder.path))
                    let target = folder.path + "-out"
                    let result = await code {
                        if isFile { return try await other.readFile("a", to: target) }
                        #expect(try await other.read("a") == Self.large(2))
                    }
                    #expect(result == expected)
                    if isFile { #expect((try? Data(contentsOf: URL(fileURLWithPath: target)).count) == (expected == nil ? 100_000 : nil)) }
                    try? FileManager.default.removeItem(atPath: target)
                }
            }
        }
    }

    /// A second read of an item that asks for a person would ask twice.
    @Test func aDocumentIsReadFromTheStoreOnce() async throws {
        try await withVault { vault, store, folder in
            for size in [5, 100_000] {
                try await vault.store(Self.large(1, size: size), for: "a")
                let once = LimitedStore(store, afterFirstRead: { await store.fail(.read, with: VaultError(.userCancelled, "asked twice")) })
                let target = folder.path + "-out"
                try await Vault(namespace: vault.namespace, store: once, largeValues: .path(folder.path)).readFile("a", to: target)
                #expect(try Data(contentsOf: URL(fileURLWithPath: target)).count == size)
                await store.fail(.read, with: nil)
            }
        }
    }

    @Test func aFailedWriteLeavesTheOldValueAndNoFile() async throws {
        try await withVault { vault, store, folder in
            try await vault.store(Self.large(1), for: "a")
            await store.fail(.write, with: VaultError(.storeUnavailable, "full"))
            #expect(await code { try await vault.store(Self.large(2), for: "a") } == .storeUnavailable)
            await store.fail(.write, with: nil)
            #expect(try await vault.read("a") == Self.large(1))
            #expect(Self.files(in: folder).count == 1)
        }
    }

    @Test func sweepingLeavesWhatItCannotJudge() async throws {
        try await withVault { vault, store, folder in
            try await vault.store(Self.large(1), for: "a")
            let path = folder.appendingPathComponent(try #require(Self.files(in: folder).first))
            let garbage = path.deletingLastPathComponent().appendingPathComponent(String(repeating: "0", count: 32))
            try Data([1]).write(to: garbage)
            await store.setLocked(true)
            #expect(try await vault.sweep() == 0, "what is locked may refer to any file")
            await store.setLocked(false)
            #expect(try await vault.sweep() == 1)
            #expect(try await vault.read("a") == Self.large(1))
            await store.fail(.namespaces, with: VaultError(.storeUnavailable, ""))
            #expect(await code { _ = try await vault.sweep() } == .storeUnavailable)
            #expect(Self.files(in: folder).count == 1)
        }
    }

    /// A database of a password manager that is closed: its items are not there for the store, and come back.
    @Test func aStoreThatMayHideItemsLosesNoFile() async throws {
        try await withVault { vault, store, folder in
            try await vault.store(Self.large(1), for: "a")
            try await vault.for(user: "yan").store(Self.large(2), for: "b")
            let before = Self.files(in: folder)
            let hidden = MemoryStore(maximumValueSize: 32 * 1024)
            let hiding = try Vault(
                namespace: vault.namespace, store: LimitedStore(hidden, showsEveryItem: false), largeValues: .path(folder.path))
            #expect(try await hiding.sweep() == 0)
            try await hiding.wipe(scope: .user)
            #expect(Self.files(in: folder) == before)
            #expect(try await vault.read("a") == Self.large(1))
            let sure = try Vault(namespace: vault.namespace, store: LimitedStore(hidden), largeValues: .path(folder.path))
            #expect(try await sure.sweep() == 2, "nobody has a key for these")
        }
    }

    @Test func limitsWithoutAFolderAndWithSynchronisation() async throws {
        try await withVault { vault, store, _ in
            let bare = try Vault(namespace: vault.namespace, store: store)
            #expect(await code { try await bare.store(Self.large(), for: "a") } == .tooLarge)
            #expect(await code { try await vault.store(Self.large(), for: "a", policy: .synchronised()) } == .tooLarge)
            #expect(
                await code { _ = try Vault(namespace: vault.namespace, store: store, largeValues: .path("relative")) } == .invalidArgument)
            try await vault.store(Self.large(), for: "a")
            #expect(await code { try await vault.setPolicy(of: "a", to: .synchronised()) } == .tooLarge)
            #expect(await code { _ = try await bare.read("a") } == .storeUnavailable)
            try await vault.setPolicy(of: "a", to: .thisDevice(.afterFirstUnlock))
            #expect(try await vault.read("a") == Self.large())
        }
    }

    @Test func documentsOfAnySizePassThrough() async throws {
        try await withVault { vault, _, folder in
            try await withTemporaryFolder { place in
                let (source, target) = (place.appendingPathComponent("in"), place.appendingPathComponent("out"))
                let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
                try bytes.write(to: source)
                try await vault.storeFile(at: source.path, for: "scan")
                try await vault.readFile("scan", to: target.path)
                #expect(try Data(contentsOf: target) == bytes)
                #expect(try await vault.read("scan").count == bytes.count)
                try await vault.store(secret("small"), for: "small")
                try await vault.readFile("small", to: target.path)
                #expect(try Data(contentsOf: target) == Data("small".utf8))
                #expect(await code { try await vault.storeFile(at: place.path + "/none", for: "x") } == .storeUnavailable)
                #expect(await code { try await vault.readFile("none", to: target.path) } == .notFound)
                let task = Task { () -> VaultError.Code? in
                    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                    return await code { try await vault.storeFile(at: source.path, for: "scan") }
                }
                #expect(await task.value == .cancelled)
                #expect(try await vault.read("scan").count == bytes.count)
                #expect(Self.files(in: folder).count == 1)
            }
        }
    }

    @Test func writersTakeTurns() async throws {
        try await withVault { vault, _, folder in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<6 {
                    group.addTask {
                        for round in 0..<4 {
                            let size = (index + round) % 2 == 0 ? 500 : 40_000
                            try await vault.store(Self.large(UInt8(index), size: size), for: "item")
                        }
                    }
                }
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<20 {
                            guard await code({ _ = try await vault.read("item") }) ?? .notFound == .notFound else {
                                Issue.record("a reader met neither the old nor the new value")
                                return
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            _ = try await vault.read("item")
            #expect(Self.files(in: folder).count <= 1)
        }
    }
}
