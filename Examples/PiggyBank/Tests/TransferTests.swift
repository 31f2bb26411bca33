import Foundation
import MerlonCore
import MerlonRuntime
import PiggyBankModel
import Testing

@MainActor @Suite struct TransferTests {
    private func withSignedIn(_ body: @MainActor (Fixture) async throws -> Void) async throws {
        try await Fixture.withApp { app in
            try await app.begin()
            try await app.signIn()
            await app.model.enroll(try SecretBytes(copying: FakeBank.uri.utf8))
            #expect(app.model.state.message == nil)
            try await body(app)
        }
    }

    private var transfer: Transfer {
        get throws { try #require(Transfer(from: "1", to: "GB82 WEST 1234 5698 7654 32", cents: 1200)) }
    }

    @Test(arguments: [("", 1), ("DE89", 1), ("DE89370400440532013000", 0), ("DE89370400440532013000", -5), ("DE8937040044053201300ü", 1)])
    func noTransfer(_ iban: String, _ cents: Int64) { #expect(Transfer(from: "1", to: iban, cents: cents) == nil) }

    @Test func theBankChecksTheCode() async throws {
        try await withSignedIn { app in
            await app.model.send(try transfer)
            #expect(app.model.state.message == nil && !app.model.state.isBusy)
            let sent = await app.bank.transfers
            #expect(sent.count == 1 && sent.first?["to"] == "GB82WEST12345698765432" && sent.first?["cents"] == 1200)
            // A code is good once: the same step again is refused by the bank, not by the app.
            await app.model.send(try transfer)
            #expect(app.model.state.message == BankError.wrongCode.sentence)
            #expect(await app.bank.transfers.count == 1)
        }
    }

    @Test func withoutASecondFactorNothingIsSent() async throws {
        try await Fixture.withApp { app in
            try await app.begin()
            try await app.signIn()
            await app.model.send(try transfer)
            #expect(app.model.state.message != nil)
            #expect(await app.bank.transfers.isEmpty)
            await app.model.enroll(try SecretBytes(copying: "otpauth://totp/x?secret=tooshort".utf8))
            #expect(app.model.state.message != nil)
        }
    }

    @Test func theOwnerIsAskedWhenTheLastProofIsOld() async throws {
        try await withSignedIn { app in
            app.clock.advance(180)
            let sending = Task { await app.model.send(try transfer) }
            try await app.until { app.model.pinPrompt.reason != nil }
            #expect(app.model.pinPrompt.reason == "Send 12.00 to the account ending in 5432")
            app.model.pinPrompt.cancel()
            try await sending.value
            #expect(app.model.state.message == nil)
            #expect(await app.bank.transfers.isEmpty)
            let again = Task { await app.model.send(try transfer) }
            try await app.type()
            try await again.value
            #expect(await app.bank.transfers.count == 1)
        }
    }

    @Test func aSuspiciousProcessNeedsAFreshProof() async throws {
        try await withSignedIn { app in
            app.safety.set(.suspicious)
            app.clock.advance(1)
            let sending = Task { await app.model.send(try transfer) }
            try await app.type()
            try await sending.value
            #expect(await app.bank.transfers.count == 1)
            #expect(app.model.state.safety == .suspicious)
        }
    }

    @Test func aCompromisedProcessSendsNothing() async throws {
        try await withSignedIn { app in
            app.safety.set(.compromised)
            await app.model.send(try transfer)
            #expect(app.model.state.message == BankError.deviceNotTrusted.sentence && app.model.state.safety == .compromised)
            #expect(await app.bank.transfers.isEmpty)
            #expect(app.lines.all.contains { $0.hasPrefix("shield: a debugger") && !$0.contains("abcdef") })
        }
    }
}
