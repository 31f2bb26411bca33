import Foundation
import MerlonAuth
import MerlonCore
import MerlonPinning
import MerlonPrivacy
import MerlonRuntime
import MerlonVault
import PiggyBankModel

/// The app over a fake bank, in a container of its own, with the memory of the device that outlives it.
@MainActor final class Fixture {
    let container: URL
    let clock = TestClock()
    let bank: FakeBank
    let store = MemoryStore()
    let lines = Lines()
    let safety = Safety()
    var model: BankModel

    /// The app's log.
    final class Lines: @unchecked Sendable {
        private let lock = NSLock()
        private var kept: [String] = []
        var all: [String] { lock.withLock { kept } }
        func add(_ line: String) { lock.withLock { kept.append(line) } }
    }

    /// What the shield will say.
    final class Safety: @unchecked Sendable {
        private let lock = NSLock()
        private var level = ShieldVerdict.Level.clear
        func set(_ new: ShieldVerdict.Level) { lock.withLock { level = new } }
        var verdict: ShieldVerdict {
            ShieldVerdict(
                level: lock.withLock { level }, indicators: [], reasons: ["a debugger is attached, token=abcdef0123456789"], undecided: [:])
        }
    }

    static let pin = "hunter2-hunter3"

    /// Gives a test an app in an empty container, which goes afterwards.
    static func withApp(_ body: @MainActor (Fixture) async throws -> Void) async throws {
        let container = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: container, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: container) }
        try await body(try Fixture(container: container))
    }

    private init(container: URL) throws {
        self.container = container
        bank = try FakeBank(time: clock)
        model = try Self.model(container, bank, store, clock, lines, safety)
    }

    /// The app starts anew: nothing is left but what was stored.
    func relaunch() async throws {
        model = try Self.model(container, bank, store, clock, lines, safety)
        await launch()
    }

    /// What the app and the system do at a launch.
    private func launch() async {
        await model.start()
        model.guardian.handle(.willEnterForeground(scene: 1))
        model.guardian.handle(.didBecomeActive(scene: 1))
    }

    var folder: URL { container.appendingPathComponent("Library/Application Support/PiggyBank") }

    private static func model(
        _ container: URL, _ bank: FakeBank, _ store: MemoryStore, _ clock: TestClock, _ lines: Lines, _ safety: Safety
    ) throws -> BankModel {
        let folder = container.appendingPathComponent("Library/Application Support/PiggyBank")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let services = try BankServices(
            try configuration(), store: store, folder: folder.path, transport: bank, verdict: { safety.verdict },
            forgetCaches: { _ = try? CacheAudit(container: container.path).remove([.networkResponses, .snapshots, .cookies, .webData]) },
            log: BankLog { lines.add($0) }, time: clock)
        return BankModel(services)
    }

    static var infoPlist: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("App/Info.plist")
    }

    static func configuration() throws -> BankConfiguration {
        let placement = infoPlist.deletingLastPathComponent().appendingPathComponent("MerlonPlacement.json")
        return try BankConfiguration(infoPlist: Array(Data(contentsOf: infoPlist)), placement: Array(Data(contentsOf: placement)))
    }

    // MARK: What the person does

    /// The first launch: there is no PIN to ask for yet.
    func firstLaunch() async throws {
        await launch()
        try await until { self.model.guardian.lastAnswer != nil }
    }

    /// Begins for the first time: sets a PIN.
    func begin() async throws {
        try await firstLaunch()
        await model.setUp(pin: try SecretBytes(copying: Self.pin.utf8))
        try await until { self.model.state.screen == .signIn && !self.model.state.isBusy }
    }

    func signIn() async throws {
        await model.signIn(through: FakeBrowser())
        try await until { !self.model.state.isBusy }
    }

    /// Types a PIN when it is asked for.
    func type(_ pin: String = Fixture.pin) async throws {
        try await until { self.model.pinPrompt.reason != nil }
        model.pinPrompt.enter(try SecretBytes(copying: pin.utf8))
    }

    /// Leaves the app, and comes back after so many seconds.
    func away(_ seconds: Int64) {
        model.guardian.handle(.willResignActive(scene: 1))
        model.guardian.handle(.didEnterBackground(scene: 1))
        clock.advance(seconds)
        model.guardian.handle(.willEnterForeground(scene: 1))
        model.guardian.handle(.didBecomeActive(scene: 1))
    }

    struct NeverCame: Error {}

    /// Lets the tasks of the app run until something holds: by turns, not by the clock.
    func until(_ condition: () -> Bool) async throws {
        for _ in 0..<60_000 {
            if condition() { return }
            try await Task.sleep(nanoseconds: 1_000_000)
        }
        throw NeverCame()
    }
}
