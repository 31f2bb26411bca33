import MerlonCore
import Testing

@Suite struct SecretBytesTests {
    static let marker = "correct-horse-battery-staple"

    @Test func everyPrintedFormIsRedacted() throws {
        let secret = try SecretBytes(copying: Array(Self.marker.utf8))
        struct Account { var secret: SecretBytes; var note: Redacted<String> }
        let account = Account(secret: secret, note: Redacted(Self.marker))
        var forms = [
            "\(secret)", String(describing: secret), String(reflecting: secret), secret.debugDescription, "\(account)", "\([secret])",
        ]
        forms += [String(reflecting: account), String(reflecting: Optional(secret)), "\(account.note)", String(reflecting: account.note)]
        var dumped = ""
        dump(secret, to: &dumped)
        dump(account, to: &dumped)
        dump(account.note, to: &dumped)
        forms.append(dumped)
        func walk(_ value: Any, _ depth: Int = 0) {
            forms.append("\(value)")
            if depth < 6 { for child in Mirror(reflecting: value).children { walk(child.value, depth + 1) } }
        }
        walk(account)
        #expect(Mirror(reflecting: secret).children.isEmpty && Mirror(reflecting: account.note).children.isEmpty)
        for form in forms {
            #expect(form.contains("redacted"))
            #expect(!form.contains("horse") && !form.contains("99, 111, 114"))
        }
    }

    @Test func comparison() throws {
        let secret = try SecretBytes(copying: [1, 2, 3])
        #expect(try secret == SecretBytes(copying: [1, 2, 3]))
        for other: [UInt8] in [[], [1, 2], [1, 2, 4], [0, 2, 3], [1, 2, 3, 0], [1, 0x82, 3]] {
            #expect(try secret != SecretBytes(copying: other))
            #expect(!ConstantTime.equal([1, 2, 3], other))
        }
        #expect(try SecretBytes(copying: []) == SecretBytes(copying: []))
        #expect(ConstantTime.equal([9, 8].lazy.map { $0 }, [9, 8]))
    }

    @Test func lengthsAtTheLimits() throws {
        #expect(try SecretBytes(copying: []).withBytes { $0.byteCount } == 0)
        for count in [1, 31, 32, 33, 4096, 16_384, 16_385, 1 << 20] {
            let secret = try SystemEntropy().secret(count: count)
            #expect(secret.count == count)
            #expect(secret.withBytes { $0.byteCount } == count)
        }
        #expect(throws: CoreError(.limitExceeded, "")) { try SystemEntropy().secret(count: SecretMemory.maximumByteCount + 1) }
        #expect(throws: CoreError(.limitExceeded, "")) { try SystemEntropy().secret(count: -1) }
    }

    @Test func movingEmptiesTheSource() throws {
        var source: [UInt8] = [1, 2, 3]
        let secret = try SecretBytes(moving: &source)
        #expect(source.isEmpty)
        #expect(try secret.extracting(1..<3) == SecretBytes(copying: [2, 3]))
        #expect(throws: CoreError(.invalidArgument, "")) { try secret.extracting(1..<4) }
        #expect(throws: CoreError(.invalidArgument, "")) { try secret.extracting(-1..<1) }
    }

    /// Many secrets of all sizes, made and freed in a mixed order: none overlaps another, and each new one is zero at first.
    @Test func manySecretsDoNotOverlap() throws {
        var alive: [(SecretBytes, UInt8)] = []
        var dirty = 0
        for round in 0..<4000 {
            let count = [16, 32, 48, 100, 700, 5000][round % 6]
            let fill = UInt8(truncatingIfNeeded: round | 1)
            let secret = unsafe try SecretBytes(count: count) { buffer in
                dirty += unsafe buffer.reduce(0) { $0 + Int($1) }
                unsafe buffer.initializeMemory(as: UInt8.self, repeating: fill)
            }
            alive.append((secret, fill))
            if round % 3 == 0 { alive.remove(at: (round * 7919) % alive.count) }
            if alive.count > 300 { alive.removeFirst(200) }
        }
        #expect(dirty == 0)
        #expect(alive.allSatisfy { secret, fill in unsafe secret.withUnsafeBytes { unsafe $0.allSatisfy { $0 == fill } } })
    }

    @Test func threadsShareTheArena() async throws {
        let sums = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var wrong = 0
                    for round in 0..<500 {
                        let secret = try SecretBytes(copying: [UInt8](repeating: UInt8(task), count: 1 + round % 200))
                        wrong += unsafe secret.withUnsafeBytes { unsafe $0.allSatisfy { $0 == UInt8(task) } } ? 0 : 1
                    }
                    return wrong
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sums == 0)
    }

    @Test func entropyFillsEverything() throws {
        for count in [1, 255, 256, 257, 100_000] {
            let bytes = try SystemEntropy().bytes(count: count)
            #expect(bytes.count == count)
            if count > 200 { #expect(Set(bytes).count > 60 && bytes.suffix(32).contains { $0 != 0 }) }
        }
        #expect(try SystemEntropy().bytes(count: 32) != SystemEntropy().bytes(count: 32))
    }
}
