public import MerlonAuth
public import MerlonCore
public import MerlonPinning
import MerlonPrivacy
public import MerlonRuntime
public import MerlonVault

/// Everything that the app stands on, put together in one place.
public struct BankServices: Sendable {
    /// What belongs to the app: its lock.
    let vault: Vault
    /// What belongs to the person: session and second factor. Wiped at sign-out.
    let owner: Vault
    let lock: AppLock
    let client: OAuthClient
    let session: Session
    let api: BankAPI
    let statement: StatementCache
    let secondFactor: OTPAccounts
    let marker: InstallationMarker
    let verdict: @Sendable () async -> ShieldVerdict
    let forgetCaches: @Sendable () async -> Void
    let log: BankLog
    let time: any TimeSource
    let configuration: BankConfiguration

    /// - Parameters:
    ///   - store: Where secrets are: `.keychain()` on Apple's systems.
    ///   - folder: The app's folder in Application Support, an absolute path.
    ///   - transport: A pinned one, by ``BankConfiguration/pins``.
    ///   - verdict: What the shield says of the process: `{ await shield.sweep() }`.
    ///   - forgetCaches: Removes at sign-out what frameworks keep.
    public init(
        _ configuration: BankConfiguration, store: some SecretStore, folder: String, transport: any HTTPTransport,
        lockPolicy: AppLockPolicy = .standard, verdict: @escaping @Sendable () async -> ShieldVerdict,
        forgetCaches: @escaping @Sendable () async -> Void, log: BankLog, time: any TimeSource = SystemTimeSource()
    ) throws {
        self.configuration = configuration
        vault = try Vault(namespace: Namespace("example.piggybank.app", environment: .production), store: store)
        owner = try vault.for(user: "owner")
        lock = try AppLock(vault: vault, policy: lockPolicy)
        client = try OAuthClient(configuration.identity, clientID: configuration.clientID, transport: transport, time: time)
        // A bank's session ends by itself: after ten minutes without use, and after a day whatever happens.
        session = Session(
            in: owner, refresher: client, limits: SessionLimits(idle: .minutes(10), absolute: .hours(24)), folder: folder, time: time)
        api = BankAPI(base: configuration.api, transport: transport, session: session)
        statement = StatementCache(path: folder + "/statement", lock: lock)
        secondFactor = OTPAccounts(vault: owner, clock: time)
        marker = InstallationMarker(path: folder + "/installed")
        self.verdict = verdict
        self.forgetCaches = forgetCaches
        self.log = log
        self.time = time
    }
}
