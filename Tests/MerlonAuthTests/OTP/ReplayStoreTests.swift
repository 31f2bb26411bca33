import Foundation
import MerlonAuth
import MerlonCore
import TestSupport
import Testing

/// One suite over every store.
struct ReplayStoreTests {
    enum Kind: String, CaseIterable, Sendable { case memory, sqliteInMemory, sqliteInFile }

    static func withStore<R>(_ kind: Kind, _ body: (any OTPReplayStore) async throws -> R) async throws -> R {
        try await withTemporaryFolder { folder in
            switch kind {
            case .memory: try await body(MemoryReplayStore())
            case .sqliteInMemory: try await body(SQLiteReplayStore.inMemory())
            case .sqliteInFile: try await body(SQLiteReplayStore(path: folder.appendingPathComponent("replay.sqlite").path))
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func exchangesWhatIsExpectedAndNothingElse(kind: Kind) async throws {
        try await Self.withStore(kind) { store in
            func exchange(_ expected: [UInt8]?, _ new: [UInt8]?, _ key: String = "a") async throws -> [UInt8]? {
                try await store.compareAndSet(key, expected: expected, new: new)
            }
            let steps: [(expected: [UInt8]?, new: [UInt8]?, there: [UInt8]?)] = [
                (nil, nil, nil), ([1], [2], nil), (nil, nil, nil), (nil, [1], nil), (nil, nil, [1]), (nil, [2], [1]), ([2], [3], [1]),
                ([1], [1], [1]), ([1], [2, 0], [1]), ([2], nil, [2, 0]), (nil, nil, [2, 0]), ([2, 0], [], [2, 0]), (nil, [9], []),
                ([], nil, []),
                (nil, nil, nil), ([], nil, nil),
            ]
            for (index, step) in steps.enumerated() {
                let there = try await exchange(step.expected, step.new)
                #expect(there == step.there, "\(index)")
            }
            for key in ["b", "B", "b ", "ä", "a\u{308}", "'; DROP TABLE otp_replay; --", "b\u{0}c", String(repeating: "k", count: 1024)] {
                #expect(try await exchange(nil, Array(key.utf8), key) == nil)
                #expect(try await exchange(nil, nil, key) == Array(key.utf8))
            }
            let large = [UInt8](repeating: 7, count: OTPReplayLimits.recordByteCount)
            #expect(try await exchange(nil, large, "large") == nil)
            #expect(try await exchange(nil, nil, "large") == large)
            await #expect(throws: AuthError(.limitExceeded, "")) { try await exchange(nil, large + [0], "larger") }
            for key in ["", String(repeating: "k", count: 1025)] {
                await #expect(throws: AuthError(.invalidArgument, "")) { try await exchange(nil, nil, key) }
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func ofManyAtOnceOneWins(kind: Kind) async throws {
        try await Self.withStore(kind) { store in
            for round in 0..<20 {
                let winners = try await withThrowingTaskGroup(of: Int.self) { group in
                    for index in 0..<64 {
                        group.addTask {
                            try await store.compareAndSet("\(round)", expected: nil, new: [UInt8(index)]) == nil ? 1 : 0
                        }
                    }
                    return try await group.reduce(0, +)
                }
                #expect(winners == 1)
            }
        }
    }

    @Test func aFileIsPrivateAndLastsAndIsNotMistaken() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("replay.sqlite").path
            _ = try await SQLiteReplayStore(path: path).compareAndSet("a", expected: nil, new: [1])
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try await SQLiteReplayStore(path: path).compareAndSet("a", expected: nil, new: nil) == [1])
            let other = folder.appendingPathComponent("text").path
            try Data(String(repeating: "not a database ", count: 200).utf8).write(to: URL(fileURLWithPath: other))
            #expect(throws: AuthError(.corrupted, "")) { try SQLiteReplayStore(path: other) }
            #expect(throws: AuthError(.storeUnavailable, "")) { try SQLiteReplayStore(path: folder.path + "/no/such/folder") }
            #expect(throws: AuthError(.storeUnavailable, "")) { try SQLiteReplayStore(path: folder.path) }
            let link = folder.appendingPathComponent("link").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            #expect(throws: AuthError(.storeUnavailable, "")) { try SQLiteReplayStore(path: link) }
        }
    }
}
