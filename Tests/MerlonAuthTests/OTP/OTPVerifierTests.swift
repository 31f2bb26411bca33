import Foundation
@testable import MerlonAuth
import MerlonCore
import TestSupport
import Testing

struct OTPVerifierTests {
    /// A verifier over one store with a clock that is set, and what it reported.
    final class Bench: @unchecked Sendable {
        let clock = SetClock(1_800_000_000)
        let store: any OTPReplayStore
        let totp: TOTP
        private let lock = Lock()
        private var kinds: [OTPAbuse.Kind] = []
        private let policy: OTPVerificationPolicy

        init(_ store: any OTPReplayStore = MemoryReplayStore(), policy: OTPVerificationPolicy = .standard) throws {
            self.store = store
            self.policy = policy
            totp = TOTP(secret: try OTPSecret.generate())
        }

        var verifier: OTPVerifier {
            OTPVerifier(store: store, policy: policy, clock: clock) { [self] abuse in lock.withLock { kinds.append(abuse.kind) } }
        }

        func reported() -> [OTPAbuse.Kind] {
            lock.withLock {
                defer { kinds = [] }
                return kinds
            }
        }

        var step: UInt64 { UInt64(clock.wallTime.seconds / 30) }

        func code(_ offset: Int = 0) throws -> String {
            try totp.code(at: WallTime(seconds: clock.wallTime.seconds + Int64(offset) * 30)).text
        }

        /// A code that none of the steps around has.
        func wrongCode() throws -> String {
            let near = Set(try (-40...40).map { try code($0) })
            return try #require((0...200).map { String(format: "%06d", $0) }.first { !near.contains($0) })
        }

        func verify(_ code: String) async throws -> OTPAcceptance { try await verifier.verify(code, totp: totp, account: "zoe") }

        /// The code of the error, or `nil` when it was accepted.
        func outcome(_ code: String) async -> AuthError.Code? {
            do {
                _ = try await verify(code)
                return nil
            } catch { return (error as? AuthError)?.code }
        }
    }

    @Test(arguments: ReplayStoreTests.Kind.allCases)
    func acceptsOnceWithinTheWindow(kind: ReplayStoreTests.Kind) async throws {
        try await ReplayStoreTests.withStore(kind) { store in
            let bench = try Bench(store)
            #expect(await bench.outcome(try bench.code(2)) == .authenticationFailed)
            #expect(await bench.outcome(try bench.code(-2)) == .authenticationFailed)
            #expect(try await bench.verify(bench.code(-1)) == OTPAcceptance(factor: bench.step - 1, drift: -1))
            #expect(bench.reported().isEmpty)
            #expect(await bench.outcome(try bench.code(-1)) == .authenticationFailed)
            #expect(bench.reported() == [.replay(factor: bench.step - 1)])
            #expect(try await bench.verify(" \(bench.code().prefix(3)) \(bench.code().suffix(3))").factor == bench.step)
            // Codes before the last used one are used, too.
            #expect(await bench.outcome(try bench.code(-1)) == .authenticationFailed)
        }
    }

    @Test func theEnrolmentCodeIsUsedUp() async throws {
        let bench = try Bench()
        let code = try bench.code()
        _ = try await bench.verify(code)
        for _ in 0..<3 { #expect(await bench.outcome(code) == .authenticationFailed) }
        bench.clock.advance(.seconds(30))
        #expect(await bench.outcome(try bench.code()) == nil)
    }

    @Test func theWindowFollowsADriftingClock() async throws {
        let bench = try Bench()
        // The device loses a step with each login, down to the limit of 20.
        for drift in 1...20 {
            #expect(try await bench.verify(bench.code(-drift)).drift == Int64(-drift))
            bench.clock.advance(.minutes(10))
        }
        #expect(await bench.outcome(try bench.code(-21)) == .authenticationFailed)
        #expect(await bench.outcome(try bench.code(0)) == .authenticationFailed)
        #expect(bench.reported().isEmpty)
    }

    @Test func twoCodesInARowResynchronise() async throws {
        let bench = try Bench()
        let (one, two) = (try bench.code(15), try bench.code(16))
        #expect(await bench.outcome(one) == .authenticationFailed)
        await #expect(throws: AuthError.authenticationFailed) {
            try await bench.verifier.resynchronise(two, then: one, totp: bench.totp, account: "zoe")
        }
        let acceptance = try await bench.verifier.resynchronise(one, then: two, totp: bench.totp, account: "zoe")
        #expect(acceptance == OTPAcceptance(factor: bench.step + 16, drift: 16))
        #expect(bench.reported() == [.driftJump(from: 0, to: 16)])
        #expect(await bench.outcome(two) == .authenticationFailed)
        bench.clock.advance(.seconds(60))
        #expect(try await bench.verify(bench.code(16)).drift == 16)
        await #expect(throws: AuthError.authenticationFailed) {
            try await bench.verifier.resynchronise(bench.code(21), then: bench.code(22), totp: bench.totp, account: "zoe")
        }
    }

    @Test func countersLookAheadAndResynchronise() async throws {
        let bench = try Bench()
        let hotp = bench.totp.hotp
        func verify(_ counter: UInt64) async throws -> OTPAcceptance {
            try await bench.verifier.verify(hotp.code(at: counter).text, hotp: hotp, firstCounter: 5, account: "zoe")
        }
        await #expect(throws: AuthError.authenticationFailed) { try await verify(4) }
        #expect(try await verify(5) == OTPAcceptance(factor: 5, drift: 0))
        await #expect(throws: AuthError.authenticationFailed) { try await verify(5) }
        #expect(try await verify(16) == OTPAcceptance(factor: 16, drift: 10))
        await #expect(throws: AuthError.authenticationFailed) { try await verify(10) }
        await #expect(throws: AuthError.authenticationFailed) { try await verify(28) }
        let (one, two) = (try hotp.code(at: 100).text, try hotp.code(at: 101).text)
        #expect(try await bench.verifier.resynchronise(one, then: two, hotp: hotp, firstCounter: 5, account: "zoe").factor == 101)
        #expect(bench.reported().last == .driftJump(from: 0, to: 84))
        #expect(try await verify(102).drift == 0)
    }

    @Test func theLastCounterIsUsedOnceAndThenThereIsNone() async throws {
        let hotp = HOTP(secret: try OTPSecret.generate())
        let verifier = OTPVerifier(store: MemoryReplayStore())
        let code = try hotp.code(at: .max).text
        #expect(try await verifier.verify(code, hotp: hotp, firstCounter: .max, account: "a").factor == .max)
        await #expect(throws: AuthError.authenticationFailed) {
            try await verifier.verify(code, hotp: hotp, firstCounter: .max, account: "a")
        }
        await #expect(throws: AuthError.authenticationFailed) {
            try await verifier.resynchronise(code, then: hotp.code(at: 0).text, hotp: hotp, firstCounter: .max - 1, account: "b")
        }
    }

    @Test func waitsDoubleAndThenTheAccountIsLocked() async throws {
        let bench = try Bench(policy: OTPVerificationPolicy(freeAttempts: 3, maximumDelay: .seconds(8), attemptsBeforeLockOut: 9))
        let wrong = try bench.wrongCode()
        for _ in 0..<3 { #expect(await bench.outcome(wrong) == .authenticationFailed) }
        #expect(bench.reported() == [.burst(failures: 3)])
        for (failures, delay) in [(3, 1), (4, 2), (5, 4), (6, 8), (7, 8), (8, 8)] {
            let right = try bench.code()
            for code in [wrong, right] {
                do {
                    _ = try await bench.verify(code)
                    Issue.record("accepted during a wait")
                } catch let error as AuthError {
                    #expect(error.code == .lockedOut && error.retryAfter == .seconds(Int64(delay)))
                }
            }
            #expect(bench.reported() == [.attemptWhileDelayed(failures: failures), .attemptWhileDelayed(failures: failures)])
            bench.clock.advance(.seconds(Int64(delay)))
            #expect(await bench.outcome(wrong) == .authenticationFailed)
            #expect(bench.reported() == [failures == 8 ? .lockedOut(failures: 9) : .burst(failures: failures + 1)])
        }
        bench.clock.advance(.hours(1000))
        #expect(await bench.outcome(try bench.code()) == .lockedOut)
        try await bench.verifier.unlock(account: "zoe")
        let code = try bench.code()
        #expect(await bench.outcome(code) == nil)
        try await bench.verifier.unlock(account: "zoe")
        #expect(await bench.outcome(code) == .authenticationFailed)
    }

    @Test func aRightCodeEndsTheCount() async throws {
        let bench = try Bench()
        for _ in 0..<4 {
            for _ in 0..<4 { #expect(await bench.outcome(try bench.wrongCode()) == .authenticationFailed) }
            #expect(await bench.outcome(try bench.code()) == nil)
            bench.clock.advance(.seconds(30))
        }
    }

    @Test func aClockThatGoesBackOpensNothing() async throws {
        let bench = try Bench(policy: OTPVerificationPolicy(freeAttempts: 1, firstDelay: .seconds(60)))
        let used = try bench.code()
        _ = try await bench.verify(used)
        let now = bench.clock.wallTime.seconds
        bench.clock.set(now - 300)
        #expect(await bench.outcome(try bench.code()) == .clockMovedBack)
        #expect(await bench.outcome(used) == .clockMovedBack)
        bench.clock.set(-5)
        #expect(await bench.outcome(used) == .clockMovedBack)
        bench.clock.set(now + 30)
        #expect(await bench.outcome(try bench.wrongCode()) == .authenticationFailed)
        // A wait is not cut short by setting the clock back, and not stretched to the time that was set.
        bench.clock.set(now - 100_000)
        #expect(await bench.outcome(used) == .lockedOut)
        bench.clock.advance(.seconds(59))
        #expect(await bench.outcome(used) == .lockedOut)
        bench.clock.advance(.seconds(2))
        #expect(await bench.outcome(used) == .clockMovedBack)
    }

    @Test func accountsAreApart() async throws {
        let bench = try Bench()
        let code = try bench.code()
        for account in ["zoe", "Zoe", "zoe ", "ä", "code:zoe"] {
            #expect(try await bench.verifier.verify(code, totp: bench.totp, account: account).factor == bench.step)
        }
        for account in ["", String(repeating: "a", count: 513)] {
            await #expect(throws: AuthError(.invalidArgument, "")) {
                try await bench.verifier.verify(code, totp: bench.totp, account: account)
            }
        }
        try await bench.verifier.forget(account: "zoe")
        #expect(await bench.outcome(code) == nil)
    }

    @Test func whatIsNoCodeIsRefused() async throws {
        let bench = try Bench()
        let code = try bench.code()
        for text in ["", code + "0", String(code.dropLast()), "abcdef", "+" + code, "１２３４５６", String(repeating: "1", count: 1 << 20)] {
            #expect(await bench.outcome(text) == .authenticationFailed)
        }
        #expect(await bench.outcome(code) == nil)
    }

    /// Fails before or after the exchange, or gives back a record that is none.
    final class FaultyStore: OTPReplayStore, @unchecked Sendable {
        enum Fault: CaseIterable, Sendable { case reading, writing, afterWriting }

        let inner = MemoryReplayStore()
        var fault: Fault?

        func compareAndSet(_ key: String, expected: [UInt8]?, new: [UInt8]?) async throws(AuthError) -> [UInt8]? {
            let isRead = expected == nil && new == nil
            let error = AuthError(.storeUnavailable, "planted")
            if fault == .reading, isRead { throw error }
            if fault == .writing, !isRead { throw error }
            let there = try await inner.compareAndSet(key, expected: expected, new: new)
            if fault == .afterWriting, !isRead { throw error }
            return there
        }
    }

    @Test(arguments: FaultyStore.Fault.allCases)
    func aStoreThatFailsGivesNoAcceptance(fault: FaultyStore.Fault) async throws {
        let store = FaultyStore()
        let bench = try Bench(store)
        let code = try bench.code()
        store.fault = fault
        #expect(await bench.outcome(code) == .storeUnavailable)
        #expect(bench.reported().isEmpty)
        store.fault = nil
        // What may have been used counts as used; what was not even tried is still good.
        #expect(await bench.outcome(code) == (fault == .afterWriting ? .authenticationFailed : nil))
    }

    @Test(
        arguments: [[], [0], [2, 1] + [UInt8](repeating: 0, count: 33), [1, 2] + [UInt8](repeating: 0, count: 33), [1, 1]] as [[UInt8]])
    func aDamagedRecordIsNotTakenForANewAccount(record: [UInt8]) async throws {
        let bench = try Bench()
        _ = try await bench.store.compareAndSet("code:zoe", expected: nil, new: record)
        #expect(await bench.outcome(try bench.code()) == .corrupted)
    }

    @Test func policiesOutOfRangeAreRefused() {
        let wrong: [() throws -> OTPVerificationPolicy] = [
            { try OTPVerificationPolicy(window: -1) }, { try OTPVerificationPolicy(window: 11) },
            { try OTPVerificationPolicy(lookAhead: 101) },
            { try OTPVerificationPolicy(maximumDrift: 0) }, { try OTPVerificationPolicy(maximumDrift: 501) },
            { try OTPVerificationPolicy(resynchronisationLookAhead: 5) }, { try OTPVerificationPolicy(freeAttempts: 0) },
            { try OTPVerificationPolicy(freeAttempts: 21) }, { try OTPVerificationPolicy(firstDelay: .zero) },
            { try OTPVerificationPolicy(maximumDelay: .milliseconds(1)) }, { try OTPVerificationPolicy(maximumDelay: .hours(25)) },
            { try OTPVerificationPolicy(attemptsBeforeLockOut: 101) }, { try OTPVerificationPolicy(attemptsBeforeLockOut: 4) },
        ]
        for make in wrong { #expect(throws: AuthError(.invalidArgument, "")) { try make() } }
    }
}
