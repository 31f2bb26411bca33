import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import Testing

@testable import MerlonAuth

struct OTPAccountsTests {
    private static func vault(_ store: MemoryStore = MemoryStore()) throws -> Vault {
        try Vault(namespace: Namespace("com.example.otp", environment: .development), store: store)
    }

    private static func account(_ name: String, _ issuer: String? = nil, _ factor: OTPFactor = .time(.standard)) throws -> OTPAccount {
        try OTPAccount(name: name, issuer: issuer, hotp: HOTP(secret: OTPSecret.generate()), factor: factor)
    }

    @Test func keptOrderedRenamedMovedSearchedRemoved() async throws {
        let vault = try Self.vault()
        let accounts = OTPAccounts(vault: vault)
        #expect(try await accounts.entries().isEmpty)
        var made: [OTPAccounts.ID] = []
        for (name, issuer) in [("alice", "Example"), ("bob", nil), ("carol", "Bücher AG"), ("dave", "Example")] {
            made.append(try await accounts.add(Self.account(name, issuer)))
        }
        let ids = made
        func names() async throws -> [String] { try await OTPAccounts(vault: vault).entries().map(\.name) }
        #expect(try await names() == ["alice", "bob", "carol", "dave"])
        try await accounts.move(ids[3], to: 0)
        try await accounts.move(ids[0], to: 99)
        try await accounts.move(ids[2], to: -5)
        #expect(try await names() == ["carol", "dave", "bob", "alice"])
        try await accounts.rename(ids[1], to: " robert ", issuer: "New")
        #expect(try await accounts.search("EXAMPLE").map(\.name) == ["dave", "alice"])
        #expect(try await accounts.search("bücher ca").map(\.name) == ["carol"])
        #expect(try await accounts.search("new ROB").map(\.issuer) == ["New"])
        #expect(try await accounts.search("example bob").isEmpty)
        try await accounts.remove(ids[2])
        #expect(try await names() == ["dave", "robert", "alice"])
        let missing = AuthError(.notFound, "")
        await #expect(throws: missing) { try await accounts.remove(ids[2]) }
        await #expect(throws: missing) { try await accounts.move("none", to: 0) }
        await #expect(throws: missing) { try await accounts.moment(of: "none") }
        await #expect(throws: missing) { try await accounts.rename("none", to: "x", issuer: nil) }
    }

    @Test func anyAccountIsKeptExactly() async throws {
        let accounts = OTPAccounts(vault: try Self.vault())
        for sample in OTPURITests.Sample.all {
            let account = try OTPAccount(uri: sample.uri)
            let id = try await accounts.add(account)
            #expect(try await accounts.account(id) == account)
        }
        let short = try OTPAccount(uri: "otpauth://totp/x?secret=AE", dangerouslyAllowShortSecret: true)
        let id = try await accounts.add(short)
        #expect(try await accounts.account(id) == short)
    }

    @Test func theMomentHasTheCodesAndTheSecondsLeft() async throws {
        let clock = SetClock(1_800_000_007)
        let accounts = OTPAccounts(vault: try Self.vault(), clock: clock)
        let account = try Self.account("a")
        let id = try await accounts.add(account)
        let moment = try await accounts.moment(of: id)
        #expect(moment.secondsLeft == 23)
        #expect(try moment.code == account.hotp.code(at: moment.step) && moment.next == account.hotp.code(at: moment.step + 1))
        await #expect(throws: AuthError(.invalidArgument, "")) { try await accounts.nextCode(of: id) }
        clock.set(-1)
        await #expect(throws: AuthError(.clockMovedBack, "")) { try await accounts.moment(of: id) }
    }

    @Test func aCounterIsStoredBeforeItsCodeIsShown() async throws {
        let store = MemoryStore()
        let accounts = OTPAccounts(vault: try Self.vault(store))
        let account = try Self.account("a", nil, .counter(41))
        let id = try await accounts.add(account)
        await #expect(throws: AuthError(.invalidArgument, "")) { try await accounts.moment(of: id) }
        #expect(try await accounts.nextCode(of: id) == account.hotp.code(at: 41))
        #expect(try await accounts.account(id).factor == .counter(42))
        await store.fail(.write, with: VaultError(.storeUnavailable, "planted"))
        await #expect(throws: AuthError(.storeUnavailable, "")) { try await accounts.nextCode(of: id) }
        await store.fail(.write, with: nil)
        // Of many who ask at once, each has a code of their own.
        let codes = try await withThrowingTaskGroup(of: OTPCode.self) { group in
            for index in 0..<50 {
                group.addTask {
                    // A change of the name in between puts back no counter.
                    if index % 5 == 0 { try await accounts.rename(id, to: "n\(index)", issuer: nil) }
                    return try await accounts.nextCode(of: id)
                }
            }
            return try await group.reduce(into: Set<OTPCode>()) { $0.insert($1) }
        }
        #expect(try codes == Set((42..<92).map { try account.hotp.code(at: $0) }))
        let last = try await accounts.add(Self.account("z", nil, .counter(.max)))
        await #expect(throws: AuthError(.limitExceeded, "")) { try await accounts.nextCode(of: last) }
    }

    /// A kill between the two writes of `add` leaves the account without a place.
    @Test func anAccountWithoutAPlaceComesLast() async throws {
        let vault = try Self.vault()
        let accounts = OTPAccounts(vault: vault)
        let one = try await accounts.add(Self.account("one"))
        let two = try await accounts.add(Self.account("two"))
        try await vault.store(OTPAccountOrder(ids: ["gone", two]), for: "otp.order")
        #expect(try await accounts.entries().map(\.id) == [two, one])
    }

    @Test func lockedIsNotEmpty() async throws {
        let store = MemoryStore()
        let accounts = OTPAccounts(vault: try Self.vault(store))
        let id = try await accounts.add(Self.account("a"))
        await store.setLocked(true)
        await #expect(throws: AuthError(.storeLocked, "")) { try await accounts.moment(of: id) }
        await #expect(throws: AuthError(.storeLocked, "")) { try await accounts.entries() }
    }

    /// Wraps under a key that only the test has.
    struct TestWrappingKey: WrappingKey {
        let key: SealingKey
        let attributes = KeyAttributes.software
        func wrap(_ material: SecretBytes, context: SealingContext) throws(CryptoError) -> [UInt8] {
            try key.seal(material, context: context)
        }
        func unwrap(_ wrapped: [UInt8], context: SealingContext) throws(CryptoError) -> SecretBytes {
            try key.openSecret(wrapped, context: context)
        }
    }

    @Test func withAWrappingKeyTheStoreAloneOpensNothing() async throws {
        let vault = try Self.vault()
        let key = TestWrappingKey(key: try SealingKey.generate())
        let account = try Self.account("a")
        let id = try await OTPAccounts(vault: vault, wrappingKey: key).add(account)
        #expect(try await OTPAccounts(vault: vault, wrappingKey: key).account(id) == account)
        await #expect(throws: AuthError(.hardwareUnavailable, "")) { try await OTPAccounts(vault: vault).account(id) }
        await #expect(throws: AuthError(.hardwareUnavailable, "")) { _ = try await OTPAccounts(vault: vault).add(account) }
        let other = TestWrappingKey(key: try SealingKey.generate())
        await #expect(throws: AuthError.authenticationFailed) { try await OTPAccounts(vault: vault, wrappingKey: other).account(id) }
        let secret = account.hotp.secret.base32Revealed()
        for name in try await vault.store.keys(in: vault.namespace) {
            let bytes = try await vault.store.read(name, prompt: nil)
            let found = unsafe bytes.withUnsafeBytes { bytes in
                unsafe account.hotp.secret.bytes.withUnsafeBytes { unsafe Data(bytes).range(of: Data($0)) != nil }
            }
            #expect(!found && !secret.isEmpty)
        }
        let plain = try Self.vault()
        _ = try await OTPAccounts(vault: plain).add(account)
        await #expect(throws: AuthError(.hardwareUnavailable, "")) {
            _ = try await OTPAccounts(vault: plain, wrappingKey: key).add(account)
        }
    }
}
