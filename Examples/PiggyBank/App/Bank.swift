import Foundation
import MerlonAuth
import MerlonCore
import MerlonPinning
import MerlonPrivacy
import MerlonRuntime
import MerlonURLSession
import MerlonVault
import PiggyBankModel
import SwiftUI
import UIKit
import os

/// The portable model on this system: keychain, pinned URLSession, Shield, the system's sign-in sheet and log. Publishes its state to SwiftUI.
@MainActor final class Bank: ObservableObject {
    @Published private(set) var state: BankModel.State
    @Published private(set) var pinQuestion: String?
    let model: BankModel

    private let browser: WebAuthenticationBrowser
    private let pages: URLSession
    private let pasteboard = SensitivePasteboard(policy: PasteboardPolicy(lifetime: .seconds(60)))
    private static let logger = Logger(subsystem: "example.piggybank.app", category: "bank")

    init() throws {
        let configuration = try BankConfiguration(
            infoPlist: Self.resource("Info", "plist"), placement: Self.resource("MerlonPlacement", "json"))
        let support = try FileManager.default.url(for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        let shield = Shield(policy: .bank)
        let logger = Self.logger
        let services = try BankServices(
            configuration, store: .keychain(), folder: support.appendingPathComponent("PiggyBank").path,
            transport: PinnedTransport(configuration.pins), verdict: { await shield.sweep() },
            forgetCaches: {
                let caches = CacheAudit(container: NSHomeDirectory())
                _ = try? await caches.forget([.networkResponses, .cookies, .webData, .snapshots, .savedState])
            },
            // Masked before it comes here: everything else would show as <private>.
            log: BankLog { line in logger.notice("\(line, privacy: .public)") })
        pages = try URLSession.pinned(by: configuration.pins, configuration: .sensitive())
        browser = try WebAuthenticationBrowser(redirectURI: configuration.redirectURI) { Bank.window }
        model = BankModel(services)
        state = model.state
        model.onChange = { [weak self] in self?.state = $0 }
        model.pinPrompt.onChange = { [weak self] in self?.pinQuestion = $0 }
    }

    func start() async {
        await model.start()
        model.guardian.observeScenes()
    }

    func signIn() async { await model.signIn(through: browser) }

    func terms() async -> String {
        guard let url = URL(string: "https://api.piggybank.example/terms"), let (data, _) = try? await pages.data(from: url) else {
            return BankError.offline.sentence
        }
        return String(decoding: data.prefix(100_000), as: UTF8.self)
    }

    func copy(_ account: Account) { pasteboard.copy(account.iban) }

    func screenshotTaken() { Self.logger.notice("a screenshot was taken") }

    private static func resource(_ name: String, _ type: String) throws -> [UInt8] {
        guard let url = Bundle.main.url(forResource: name, withExtension: type) else { throw CocoaError(.fileNoSuchFile) }
        return Array(try Data(contentsOf: url))
    }

    /// The window that the sign-in sheet belongs to.
    private static var window: UIWindow {
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        return scenes.compactMap(\.keyWindow).first ?? UIWindow()
    }
}
