import Foundation
import MerlonCore
import MerlonCrypto
import TestSupport
import Testing
import VaultConformance

@testable import MerlonVault

/// What a session holds and for how long: writes that come late, rotations under way, and caches that others change meanwhile.
struct VaultSessionTests {
    private static func namespace(_ number: Int) throws -> Namespace { try Namespace("app\(number)", environment: .production) }

    private static func write(_ number: Int, of store: FileStore, in session: VaultSession) throws {
        let key = try ItemKey("item", in: namespace(number))
        let write = ItemWrite(
            value: try SecretBytes(copying: [1]), head: RecordHead(name: key.name, policy: .thisDevice()),
            place: try session.place(of: key),
            namespace: key.namespace, passwordKey: nil, mustBeNew: false, session: session)
        try store.engine.writing { () throws(VaultError) in try write.make(in: store.engine) }
    }

    /// A write that was begun before a rotation and comes after other writes under the new keys: what the writer remembers of these is not taken for
    /// something that the old keys verified. In a vault that is nearly empty no bucket would contradict.
    @Test func whatWasBegunBeforeARotationIsNotWrittenUnderTheOldKeys() async throws {
        try await withVault { path, store, protector in
            let old = try store.session()
            try await store.rotateMasterKey([protector])
            try Self.write(0, of: store, in: store.session())
            for number in 1...8 {
                #expect(throws: VaultError(.locked, "")) { try Self.write(number, of: store, in: old) }
            }
            #expect(throws: VaultError(.locked, "")) {
                try store.engine.writing { () throws(VaultError) in try store.engine.change(old) { (_) throws(VaultError) in } }
            }
            try Self.write(9, of: store, in: store.session())
            let again = try await FileStore.open(at: path, with: [protector])
            let found = try await again.verify()
            #expect(found.isSound && found.itemCount == 2, "\(found)")
        }
    }

    /// Locks the store while the vault is being rotated.
    private final class LockingProtector: Protector, @unchecked Sendable {
        private let inner: KeyFileProtector
        nonisolated(unsafe) var store: FileStore?

        init(_ inner: KeyFileProtector) { self.inner = inner }

        var kind: ProtectorKind { inner.kind }

        func wrap(_ key: SecretBytes) async throws(VaultError) -> [UInt8] {
            unsafe store?.lock()
            return try await inner.wrap(key)
        }

        func unwrap(_ wrapped: [UInt8]) async throws(VaultError) -> SecretBytes { try await inner.unwrap(wrapped) }
    }

    @Test func aStoreThatIsLockedDuringARotationStaysLocked() async throws {
        try await withVault { path, store, protector in
            try Self.write(0, of: store, in: store.session())
            let locking = LockingProtector(protector)
            unsafe locking.store = store
            try await store.rotateMasterKey([locking])
            #expect(throws: VaultError(.locked, "")) { _ = try store.session() }
            try await store.unlock(with: [protector])
            #expect(try await store.verify().isSound)
        }
    }

    /// Keys that nothing is sealed under any more go when they are dropped, and not with the next look at another namespace.
    @Test func olderKeysAreNotKeptOnceTheyAreDropped() async throws {
        try await withVault { _, store, protector in
            try Self.write(0, of: store, in: store.session())
            try await store.rotateMasterKey([protector])
            let session = try store.session()
            let home = try session.place(of: Self.namespace(0))
            weak var older: SecretBytes?
            try store.engine.writing { () throws(VaultError) in
                try store.engine.change(session) { (change) throws(VaultError) in
                    // The second time from memory.
                    for _ in 0..<2 { older = try change.keys(of: home)?.keys.last?.key }
                }
            }
            #expect(older != nil)
            #expect(try await store.resealItems() == 0)
            #expect(older == nil)
        }
    }

    /// The entries of one state, over and over: as a thread does that still reads an older state than the one that is written now.
    private final class OlderState: IntegrityTree.Source, Sendable {
        private let entries: [[IntegrityTree.Entry]]

        init(_ entries: [[IntegrityTree.Entry]]) { self.entries = entries }

        func bucketEntries(_ bucket: Int) throws(VaultError) -> [IntegrityTree.Entry] { entries[bucket] }
    }

    /// The tree remembers one version of a bucket, and others may want another one: that a change began from what was verified holds all the same.
    @Test func othersMayReadAnOlderStateDuringAWrite() async throws {
        try await withVault { _, store, _ in
            for number in 0..<20 { try Self.write(number, of: store, in: store.session()) }
            let session = try store.session()
            let before = try store.engine.writing { () throws(VaultError) in try session.state(of: store.engine.writer.connection) }
            let entries = try store.engine.writing { () throws(VaultError) in
                var all: [[IntegrityTree.Entry]] = []
                for bucket in 0..<IntegrityTree.bucketCount { all.append(try store.engine.writer.connection.bucketEntries(bucket)) }
                return all
            }
            let source = OlderState(entries)
            let isOver = Flag()
            let reader = Thread {
                while !isOver.isSet {
                    for bucket in 0..<IntegrityTree.bucketCount { _ = try? session.tree.entries(of: bucket, in: before, from: source) }
                }
            }
            reader.start()
            defer { isOver.set() }
            for round in 0..<600 { try Self.write(round % 20, of: store, in: session) }
        }
    }

    private final class Flag: @unchecked Sendable {
        private let lock = NSLock()
        private var value = false
        var isSet: Bool { lock.withLock { value } }
        func set() { lock.withLock { value = true } }
    }
}
