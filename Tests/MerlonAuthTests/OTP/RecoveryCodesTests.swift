import MerlonAuth
import MerlonCore
import MerlonCrypto
import Testing

struct RecoveryCodesTests {
    /// The floor, since the tests hash a lot.
    private static let cost = PasswordCost.argon2id(memoryKiB: 19 << 10, passes: 2)
    private static let clock = SetClock(1_800_000_000)

    private static func codes(_ store: any OTPReplayStore, _ clock: SetClock = clock, _ policy: OTPVerificationPolicy = .standard)
        -> RecoveryCodes
    {
        RecoveryCodes(store: store, policy: policy, cost: cost, clock: clock)
    }

    @Test(arguments: ReplayStoreTests.Kind.allCases)
    func eachIsUsableOnce(kind: ReplayStoreTests.Kind) async throws {
        try await ReplayStoreTests.withStore(kind) { store in
            let codes = Self.codes(store)
            let sheet = try await codes.issue(account: "zoe", count: 3)
            let texts = sheet.map(\.text)
            #expect(Set(texts).count == 3 && texts.allSatisfy { $0.utf8.count == 19 })
            #expect("\(sheet[0])" == "‹redacted›" && !String(reflecting: sheet).contains(texts[0].prefix(4)))
            #expect(try await codes.redeem(texts[1], account: "zoe") == 2)
            await #expect(throws: AuthError.authenticationFailed) { try await codes.redeem(texts[1], account: "zoe") }
            #expect(try await codes.redeem(" " + texts[0].lowercased().filter { $0 != "-" }, account: "zoe") == 1)
            await #expect(throws: AuthError.authenticationFailed) { try await codes.redeem(texts[2], account: "other") }
            #expect(try await codes.remaining(account: "zoe") == 1)
            // New codes are in the place of the old ones.
            let new = try await codes.issue(account: "zoe", count: 2)
            await #expect(throws: AuthError.authenticationFailed) { try await codes.redeem(texts[2], account: "zoe") }
            #expect(try await codes.redeem(new[0].text, account: "zoe") == 1)
            let stored = String(decoding: try await store.compareAndSet("recovery:zoe", expected: nil, new: nil) ?? [], as: UTF8.self)
            #expect(stored.contains("$argon2id$") && !stored.contains(new[1].text.filter { $0 != "-" }))
        }
    }

    @Test func ofManyAtOnceOneRedeems() async throws {
        let codes = Self.codes(MemoryReplayStore(), Self.clock, try OTPVerificationPolicy(freeAttempts: 20))
        let code = try await codes.issue(account: "zoe", count: 1)[0].text
        let accepted = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 { group.addTask { (try? await codes.redeem(code, account: "zoe")) == nil ? 0 : 1 } }
            return await group.reduce(0, +)
        }
        #expect(accepted == 1)
    }

    @Test func wrongOnesAreCountedBeforeTheyAreLookedAt() async throws {
        let store = MemoryReplayStore()
        let clock = SetClock(1_800_000_000)
        let codes = Self.codes(store, clock, try OTPVerificationPolicy(freeAttempts: 2, firstDelay: .seconds(10)))
        let code = try await codes.issue(account: "zoe", count: 2)[0].text
        // Right in form: the next letter of the alphabet in the last place.
        let wrong = String(code.dropLast()) + (code.last == "A" ? "B" : "A")
        for _ in 0..<2 { await #expect(throws: AuthError.authenticationFailed) { try await codes.redeem(wrong, account: "zoe") } }
        do throws(AuthError) {
            _ = try await codes.redeem(code, account: "zoe")
            Issue.record("taken during a wait")
        } catch { #expect(error.code == .lockedOut && error.retryAfter == .seconds(10)) }
        _ = try await codes.issue(account: "zoe", count: 1)
        await #expect(throws: AuthError(.lockedOut, "")) { try await codes.redeem(code, account: "zoe") }
        clock.set(1_700_000_000)
        await #expect(throws: AuthError(.lockedOut, "")) { try await codes.redeem(code, account: "zoe") }
        try await codes.unlock(account: "zoe")
        await #expect(throws: AuthError.authenticationFailed) { try await codes.redeem(code, account: "zoe") }
    }

    @Test func whatIsNoCodeOrNoRecordIsRefused() async throws {
        let store = MemoryReplayStore()
        let codes = Self.codes(store)
        let code = try await codes.issue(account: "zoe", count: 1)[0].text
        for text in [
            "", "A", code + "A", String(code.dropLast()), "0" + code.dropFirst(), "É" + code.dropFirst(),
            String(repeating: "A", count: 1 << 20),
        ] {
            await #expect(throws: AuthError.authenticationFailed) { try await codes.redeem(text, account: "zoe") }
        }
        #expect(try await codes.remaining(account: "zoe") == 1)
        for count in [-1, 0, 21] {
            await #expect(throws: AuthError(.invalidArgument, "")) { _ = try await codes.issue(account: "zoe", count: count) }
        }
        _ = try await store.compareAndSet("recovery:eve", expected: nil, new: [0x80])
        await #expect(throws: AuthError(.corrupted, "")) { try await codes.redeem(code, account: "eve") }
    }
}
