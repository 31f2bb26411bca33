import Foundation
import MerlonCore
import MerlonVault
import TestSupport
import Testing

/// Vaults on a disk that gets full: typed errors, nothing acknowledged is lost, and everything goes on when there is room again.
@Suite(.enabled(if: SmallDisk.isAvailable, "\(SmallDisk.need)")) struct FullDiskTests {
    /// A disk with a vault and something else on it, which can be taken away.
    private struct Bench {
        let path: String
        let ballast: URL
        let key: KeyFileProtector

        init(_ disk: URL, key: KeyFileProtector) throws {
            (path, ballast) = (disk.appendingPathComponent("v/v.db").path, disk.appendingPathComponent("ballast"))
            self.key = key
        }

        func makeRoom() throws { try FileManager.default.removeItem(at: ballast) }

        func fill(_ count: Int) throws { try Data(count: count).write(to: ballast) }

        func open() async throws -> FileStore { try await FileStore.open(at: path, with: [key]) }
    }

    private func withBench(_ size: Int, ballast: Int, _ body: (Bench) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let key = try KeyFileProtector.create(at: folder.appendingPathComponent("key").path)
            try await withSmallDisk(size) { disk in
                let bench = try Bench(disk, key: key)
                try bench.fill(ballast)
                try await body(bench)
            }
        }
    }

    private static func item(_ index: Int) throws -> ItemKey {
        try ItemKey("item \(index)", in: Namespace("app", environment: .production))
    }

    private static func value(_ index: Int) throws -> SecretBytes {
        try SecretBytes(copying: Array("value \(index) ".utf8) + [UInt8](repeating: 7, count: 40 * (index % 50)))
    }

    /// Every item that was acknowledged has its value; of the one that failed, the old or the new.
    private func check(_ store: FileStore, _ values: [Int: Int], failed: (item: Int, value: Int)?) async throws {
        let verification = try await store.verify()
        #expect(verification.isSound, "\(verification)")
        for (index, value) in values {
            let found = try await store.read(Self.item(index), prompt: nil)
            let isNew = try failed?.item == index && found == Self.value(failed?.value ?? 0)
            #expect(try isNew || found == Self.value(value), "item \(index)")
        }
    }

    /// New items, replaced items, and both, until the disk is full: from sizes on which it gets so early and late. The room that is made then takes
    /// what the log holds, which has to be moved before the log gets shorter.
    @Test(arguments: [(260, 40, 96), (700, 60, 224), (700, 100_000, 224)])
    func nothingAcknowledgedIsLost(_ size: Int, _ items: Int, _ room: Int) async throws {
        try await withBench(size, ballast: room << 10) { bench in
            var values: [Int: Int] = [:]
            var failed: (item: Int, value: Int)?
            do {
                let store = try await FileStore.create(at: bench.path, protectors: [bench.key])
                for round in 0..<20_000 {
                    do { try await store.write(Self.value(round), for: Self.item(round % items), policy: .thisDevice()) } catch {
                        let known = error as? VaultError
                        #expect(known?.code == .storeUnavailable && known?.nativeStatus != nil, "\(error)")
                        failed = (round % items, round)
                        break
                    }
                    values[round % items] = round
                }
                #expect(failed != nil || items < 100, "the disk never got full")
                // The vault is open all the same, and says the same thing again.
                try await check(store, values, failed: failed)
                if failed != nil {
                    let large = try SecretBytes(copying: [UInt8](repeating: 1, count: 900_000))
                    #expect(await code { try await store.write(large, for: Self.item(0), policy: .thisDevice()) } == .storeUnavailable)
                }
            } catch {
                // Some disks have no room for a vault.
                #expect((error as? VaultError)?.code == .storeUnavailable && values.isEmpty, "\(error)")
                return
            }
            // While it is full it opens, or says why not.
            do { try await check(try await bench.open(), values, failed: failed) } catch {
                #expect((error as? VaultError)?.code == .storeUnavailable, "\(error)")
            }
            try bench.makeRoom()
            let store = try await bench.open()
            try await check(store, values, failed: failed)
            try await store.write(Self.value(1), for: Self.item(1), policy: .thisDevice())
            try await store.removeAll(in: Self.item(0).namespace)
            #expect(try await store.verify().isSound)
            #expect(try await store.keys(in: Self.item(0).namespace).isEmpty)
        }
    }

    /// Removing and wiping make room, and have to work where writing does not; if they do not, they say so and everything is there.
    @Test func wipingAFullDisk() async throws {
        try await withBench(700, ballast: 0) { bench in
            let store = try await FileStore.create(at: bench.path, protectors: [bench.key])
            for index in 0..<40 { try await store.write(Self.value(index), for: Self.item(index), policy: .thisDevice()) }
            let attributes = try FileManager.default.attributesOfFileSystem(forPath: bench.ballast.deletingLastPathComponent().path)
            try bench.fill((attributes[.systemFreeSize] as? NSNumber)?.intValue ?? 0)
            do {
                try await store.removeAll(in: Self.item(0).namespace)
                #expect(try await store.keys(in: Self.item(0).namespace).isEmpty)
            } catch {
                #expect((error as? VaultError)?.code == .storeUnavailable, "\(error)")
                try await check(store, Dictionary(uniqueKeysWithValues: (0..<40).map { ($0, $0) }), failed: nil)
                try bench.makeRoom()
                try await store.removeAll(in: Self.item(0).namespace)
            }
            #expect(try await bench.open().keys(in: Self.item(0).namespace).isEmpty)
        }
    }

    /// A vault is made whole or not at all: at every size of the disk.
    @Test func aVaultThatHasNoRoomIsNotHalfMade() async throws {
        var (refused, made) = (0, 0)
        for size in stride(from: 4, through: 124, by: 12) {
            try await withBench(size + 512, ballast: 512 << 10) { bench in
                do {
                    _ = try await FileStore.create(at: bench.path, protectors: [bench.key])
                    made += 1
                } catch {
                    #expect((error as? VaultError)?.code == .storeUnavailable, "\(size): \(error)")
                    refused += 1
                    try bench.makeRoom()
                    // Nothing is there, or all of it.
                    do { _ = try await FileStore.create(at: bench.path, protectors: [bench.key]) } catch {
                        #expect((error as? VaultError)?.code == .duplicate, "\(size): \(error)")
                        #expect(try await bench.open().verify().isSound)
                    }
                }
            }
        }
        #expect(refused > 0 && made > 0, "\(refused) refused, \(made) made")
    }

    /// A large value goes into a file: one without room leaves the old value.
    @Test func aLargeValueWithoutRoomLeavesTheOldOne() async throws {
        try await withBench(1000, ballast: 64 << 10) { bench in
            let vault = try Vault(
                namespace: .init("app", environment: .production),
                store: try await FileStore.create(at: bench.path, protectors: [bench.key]))
            let old = try SecretBytes(copying: [UInt8](repeating: 1, count: 300 << 10))
            try await vault.store(old, for: "scan")
            let new = try SecretBytes(copying: [UInt8](repeating: 2, count: 700 << 10))
            #expect(await code { try await vault.store(new, for: "scan") } == .storeUnavailable)
            #expect(try await vault.read("scan") == old)
            let less = try SecretBytes(copying: [UInt8](repeating: 3, count: 200 << 10))
            try await vault.store(less, for: "scan")
            #expect(try await vault.read("scan") == less, "the part of the file that failed is not left lying about")
        }
    }
}
