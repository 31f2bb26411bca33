import Foundation
import MerlonCore
import MerlonPinning
import MerlonPrivacy
import PiggyBankModel
import Testing

@MainActor @Suite struct BankModelTests {
    @Test func aFirstDay() async throws {
        try await Fixture.withApp { app in
            try await app.begin()
            #expect(app.model.guardian.phase == .open)
            try await app.signIn()
            #expect(app.model.state.screen == .accounts && !app.model.state.isFromCache)
            #expect(app.model.state.accounts.map(\.name) == ["Savings", "Pocket"])
            #expect(app.model.state.accounts.map(\.balance) == ["1234.56", "-0.05"])
            #expect(await app.bank.paths == ["id.piggybank.example/token", "api.piggybank.example/accounts"])
        }
    }

    @Test func weakPINsAndClosedBrowsersLeadNowhere() async throws {
        try await Fixture.withApp { app in
            try await app.firstLaunch()
            await app.model.setUp(pin: try SecretBytes(copying: "123456".utf8))
            #expect(app.model.state.screen == .setUpPIN && app.model.state.message != nil)
            await app.model.setUp(pin: try SecretBytes(copying: Fixture.pin.utf8))
            try await app.until { app.model.state.screen == .signIn && !app.model.state.isBusy }
            await app.model.signIn(through: FakeBrowser(closes: true))
            #expect(app.model.state.screen == .signIn && app.model.state.message == nil)
            #expect(await app.bank.paths.isEmpty)
        }
    }

    @Test func awayForLongLocksAndShowsNothing() async throws {
        try await Fixture.withApp { app in
            try await app.begin()
            try await app.signIn()
            app.away(10)
            #expect(app.model.state.screen == .accounts)
            app.away(60)
            #expect(app.model.state.screen == .locked && app.model.state.accounts.isEmpty)
            try await app.type("not the PIN")
            try await app.until { app.model.guardian.lastAnswer == .refused }
            #expect(app.model.state.screen == .locked)
            app.model.guardian.unlock()
            try await app.type()
            try await app.until { app.model.state.screen == .accounts && !app.model.state.isBusy }
            #expect(app.model.state.accounts.count == 2)
        }
    }

    @Test func aRelaunchAsksForThePINAndWorksOffline() async throws {
        try await Fixture.withApp { app in
            try await app.begin()
            try await app.signIn()
            await app.bank.set(.offline)
            try await app.relaunch()
            #expect(app.model.state.screen == .locked && app.model.state.accounts.isEmpty)
            try await app.type()
            try await app.until { app.model.state.message != nil && !app.model.state.isBusy }
            #expect(app.model.state.isFromCache && app.model.state.accounts.map(\.name) == ["Savings", "Pocket"])
            #expect(app.model.state.message == BankError.offline.sentence)
            await app.bank.set(.impostor)
            await app.model.showAccounts()
            #expect(app.model.state.message == BankError.notTheBank.sentence && app.model.state.isFromCache)
        }
    }

    @Test func anAppThatIsInstalledAnewKnowsNobody() async throws {
        try await Fixture.withApp { app in
            try await app.begin()
            try await app.signIn()
            try FileManager.default.removeItem(at: app.folder)
            try await app.relaunch()
            #expect(app.model.state.screen == .setUpPIN)
            try await app.until { app.model.guardian.lastAnswer != nil }
            await app.model.setUp(pin: try SecretBytes(copying: "another-PIN-4".utf8))
            try await app.until { app.model.state.screen == .signIn && !app.model.state.isBusy }
        }
    }

    @Test func theStatementOnDiskSaysNothing() async throws {
        try await Fixture.withApp { app in
            try await app.begin()
            try await app.signIn()
            let file = try Data(contentsOf: app.folder.appendingPathComponent("statement"))
            #expect(!file.isEmpty && file.range(of: Data("Savings".utf8)) == nil && file.range(of: Data(FakeBank.iban.utf8)) == nil)
            // Somebody else's file in its place is not shown, and does not stop the app.
            try Data("{\"accounts\": []}".utf8).write(to: app.folder.appendingPathComponent("statement"))
            await app.bank.set(.offline)
            await app.model.showAccounts()
            #expect(!app.model.state.isFromCache)
        }
    }

    @Test func answersThatMakeNoSenseAreNotShown() async throws {
        try await Fixture.withApp { app in
            try await app.begin()
            await app.bank.set(.garbage)
            try await app.signIn()
            #expect(app.model.state.accounts.isEmpty && app.model.state.message == BankError.unreadableAnswer.sentence)
        }
    }

    @Test func aSessionThatTheBankEndedLeadsToTheSignIn() async throws {
        try await Fixture.withApp { app in
            try await app.begin()
            try await app.signIn()
            await app.bank.set(.tokensRevoked)
            app.clock.advance(400)
            await app.model.showAccounts()
            #expect(app.model.state.screen == .signIn && app.model.state.accounts.isEmpty)
        }
    }
}
