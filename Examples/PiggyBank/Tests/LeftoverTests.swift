import Foundation
import MerlonAuth
import MerlonCore
import MerlonPinning
import MerlonVault
import PiggyBankModel
import Testing

/// What the app leaves: in its container, in its log, in what it prints.
@MainActor @Suite struct LeftoverTests {
    @Test func signingOutLeavesNothing() async throws {
        try await Fixture.withApp { app in
            try await app.begin()
            try await app.signIn()
            await app.model.enroll(try SecretBytes(copying: FakeBank.uri.utf8))
            let snapshot = app.container.appendingPathComponent("Library/SplashBoard/Snapshots/a.ktx")
            try FileManager.default.createDirectory(at: snapshot.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("picture".utf8).write(to: snapshot)
            // The audit of the container knows the app's own files and what frameworks left.
            let issues = try await app.model.audit(container: app.container.path)
            #expect(issues.map { "\($0.kind) \($0.path)" } == ["leftover Library/SplashBoard/Snapshots/a.ktx"], "\(issues)")

            await app.model.signOut()
            #expect(app.model.state.screen == .signIn && app.model.state.accounts.isEmpty && app.model.state.message == nil)
            #expect(await app.bank.isRevoked)
            #expect(!FileManager.default.fileExists(atPath: app.folder.appendingPathComponent("statement").path))
            #expect(try await app.model.audit(container: app.container.path) == [])
            let owner = try Vault(namespace: Namespace("example.piggybank.app", environment: .production, user: "owner"), store: app.store)
            #expect(try await owner.list() == [])
            await app.model.showAccounts()
            #expect(app.model.state.screen == .signIn)
        }
    }

    @Test func aSignOutWithoutANetworkEndsTheSessionHere() async throws {
        try await Fixture.withApp { app in
            try await app.begin()
            try await app.signIn()
            await app.bank.set(.offline)
            await app.model.signOut()
            #expect(app.model.state.screen == .signIn && app.model.state.message == nil)
            #expect(app.lines.all.contains { $0.hasPrefix("tokens not revoked") })
        }
    }

    @Test func logAndDumpsShowNoNumbers() async throws {
        try await Fixture.withApp { app in
            try await app.begin()
            try await app.signIn()
            await app.model.enroll(try SecretBytes(copying: FakeBank.uri.utf8))
            await app.model.send(try #require(Transfer(from: "1", to: "GB82 WEST 1234 5698 7654 32", cents: 1200)))
            var text = app.lines.all.joined(separator: "\n")
            #expect(text.contains("sent 1200 from 1 to ‹redacted›"))
            dump(app.model.state, to: &text)
            text += "\(app.model.state) \(String(reflecting: app.model.state.accounts))"
            for secret in [FakeBank.iban, "GB82WEST", "123456", "access-", "refresh-", FakeBank.secret, Fixture.pin] {
                #expect(!text.contains(secret), "\(secret)")
            }
        }
    }

    @Test func theAppsFilesAreWhatAStoreWants() throws {
        let app = Fixture.infoPlist.deletingLastPathComponent()
        let info = try PropertyListReader.read(Array(Data(contentsOf: Fixture.infoPlist)))
        #expect(info["NSFaceIDUsageDescription"]?.string?.isEmpty == false && info["NSCameraUsageDescription"] == nil)
        #expect(info["CFBundleURLTypes"]?.array?.first?["CFBundleURLSchemes"]?.array == ["example.piggybank.app"])
        #expect(info["NSAppTransportSecurity"]?["NSAllowsArbitraryLoads"] == nil)
        let configuration = try Fixture.configuration()
        #expect(configuration.pins.pinSets.map(\.host.description) == ["piggybank.example"] && configuration.pins.otherHosts == .reject)
        let lint = PinLint(now: WallTime(seconds: 1_796_000_000)).check(pinnedDomains: info)
        #expect(lint.filter { $0.severity == .error } == [], "\(lint)")
        for url in [configuration.api, configuration.identity.tokenEndpoint] { try configuration.pins.checkRequest(to: url) }
        #expect(configuration.placement.problems().isEmpty)
        for name in ["PiggyBank.entitlements", "PrivacyInfo.xcprivacy"] {
            #expect(try PropertyListReader.read(Array(Data(contentsOf: app.appendingPathComponent(name)))).dictionary?.isEmpty == false)
        }
    }
}
