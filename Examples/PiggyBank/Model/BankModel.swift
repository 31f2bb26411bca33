import MerlonAuth
public import MerlonCore
public import MerlonPrivacy
public import MerlonRuntime
import MerlonVault

/// What the app does, without a screen: views show its ``State`` and call its methods.
@MainActor public final class BankModel {
    /// What is on the screen.
    public enum Screen: Equatable, Sendable { case starting, setUpPIN, locked, signIn, accounts }

    /// What the screens show. Nothing of it is left when the app is locked.
    public struct State: Equatable, Sendable {
        public var screen = Screen.starting
        public var accounts: [Account] = []
        /// The accounts are those of an earlier answer.
        public var isFromCache = false
        public var isBusy = false
        /// A sentence for the person.
        public var message: String?
        /// Whether transfers need more than usual, or are off.
        public var safety = ShieldVerdict.Level.clear
    }

    /// What the screens show.
    public internal(set) var state = State() {
        didSet { if state != oldValue { onChange?(state) } }
    }
    /// Called at each change.
    public var onChange: (@MainActor (State) -> Void)?
    /// The question for the PIN, for a screen over all others.
    public let pinPrompt: PINPrompt

    let services: BankServices
    let door: BankDoor
    /// Locks when the app was away too long, and asks at the door. On iOS `guardian.observeScenes()` tells it of the app's life.
    public private(set) lazy var guardian = SensitiveSession(
        policy: SensitiveSessionPolicy(gracePeriod: .seconds(30)), lock: door, reason: "Unlock your accounts", time: services.time,
        onLock: { [weak self] in self?.locked() }, onOpen: { [weak self] in self?.opened() })
    private var opening: Task<Void, Never>?

    public init(_ services: BankServices) {
        let prompt = PINPrompt()
        self.services = services
        pinPrompt = prompt
        door = BankDoor(door: AppLockDoor(lock: services.lock, clock: services.time) { await prompt.ask($0) })
    }

    /// At launch, before anything is read. The door opens when ``guardian`` learns of the first scene on the screen.
    public func start() async {
        await run {
            // The keychain outlives the app: what an earlier owner of the device had there goes.
            try await services.vault.launch(marker: services.marker, afterReinstall: .wipeItems)
            await look()
            state.screen = try await services.lock.status().isSetUp ? .locked : .setUpPIN
        }
    }

    /// The first PIN. Opens the app.
    public func setUp(pin secret: SecretBytes) async {
        await run {
            _ = try await services.lock.setUp(pin: AppLockPIN(new: secret.text))
            await door.fresh.mark()
            state.screen = .locked
        }
        if state.screen == .locked { guardian.unlock() }
    }

    /// Looks at the process again. Evidence goes to the log, a level to the screen, and nothing is decided here.
    @discardableResult
    func look() async -> [Response] {
        let verdict = await services.verdict()
        for reason in verdict.reasons where verdict.level != .clear { services.log.write("shield: \(reason)") }
        state.safety = verdict.level
        return ResponsePlan.standard.responses(to: verdict)
    }

    private func locked() {
        opening?.cancel()
        pinPrompt.cancel()
        // Nothing stays in the state that a screen or a snapshot could show.
        state = State(screen: .locked, safety: state.safety)
        Task { await services.lock.lock() }
    }

    private func opened() { opening = Task { await showAccounts() } }

    /// Does something and puts what goes wrong into words.
    func run(_ body: () async throws -> Void) async {
        state.isBusy = true
        state.message = nil
        do { try await body() } catch {
            let meaning = BankError(error)
            if meaning == .signInRequired { state = State(screen: .signIn, safety: state.safety) }
            if meaning != .cancelled { state.message = meaning.sentence }
            services.log.write("failed: \(meaning)")
        }
        state.isBusy = false
    }
}
