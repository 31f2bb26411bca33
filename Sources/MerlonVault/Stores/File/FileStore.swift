import Dispatch
public import MerlonCore
import MerlonCrypto

/// Keeps items in a file: SQLite in write-ahead mode, each record sealed under a key of its own, names hidden. The store of Linux; on Apple systems
/// for what the keychain does not take.
///
/// ```swift
/// let store = try await FileStore.open(at: path, with: [PassphraseProtector(passphrase)])
/// try await store.write(token, for: key, policy: .thisDevice())
/// ```
/// - The vault opens by any of its protectors (``Protector``). While it is open its keys are in this process's protected memory: ``lock()``
///   drops them.
/// - A write lasts when the call returns, through a kill or a power cut. What was removed is gone when the call returns; see
///   `Documentation/Vault.md` for what of it may remain on the medium.
/// - Damage of any kind throws ``VaultError/Code/corrupted``; nothing is repaired or made anew by itself.
/// - Any number of processes and threads may use one vault. One that is held up for longer than its patience gets
///   ``VaultError/Code/storeUnavailable``.
/// - Policies: this device, when unlocked or after first unlock, which both mean while the vault is open; with presence `none` or an application
///   password. It knows of no device lock, passcode or biometry, and refuses policies that ask for them. "This device" holds as far as the
///   protectors are bound to it.
public final class FileStore: SecretStore {
    /// The longest value: 1 MiB. Larger ones belong in a sealed file.
    public let maximumValueSize = 1 << 20

    let engine: VaultEngine
    let queue = DispatchQueue(label: "MerlonVault.FileStore")
    private let sessionLock = Lock()
    nonisolated(unsafe) private var openSession: VaultSession?
    private let passwordCost: PasswordCost

    /// How long a call waits for other processes where nothing else is said: five seconds.
    public static let defaultPatience = TimeSpan.seconds(5)

    init(_ engine: VaultEngine, _ session: VaultSession, passwordCost: PasswordCost = .recommended) {
        self.engine = engine
        self.passwordCost = passwordCost
        unsafe openSession = session
    }

    /// Drops the keys: from now on every call throws ``VaultError/Code/locked``, until ``unlock(with:)``.
    public func lock() { sessionLock.withLock { unsafe openSession = nil } }

    func replaceSession(_ session: VaultSession) { sessionLock.withLock { unsafe openSession = session } }

    /// Goes on with another session, unless the store was locked or unlocked meanwhile.
    func replaceSession(_ old: VaultSession, by new: VaultSession) {
        sessionLock.withLock { if unsafe openSession === old { unsafe openSession = new } }
    }

    /// The open session.
    func session() throws(VaultError) -> VaultSession {
        guard let session = sessionLock.withLock({ unsafe openSession }) else { throw VaultError(.locked, "The vault is locked.") }
        return session
    }

    /// Beside the database.
    public var defaultFolder: String? { engine.location.database + "-files" }

    // MARK: Policies

    public var strictestPolicy: AccessPolicy { .thisDevice(.whenUnlocked) }

    public func obstacle(to policy: AccessPolicy) -> String? {
        if policy.isSynchronised { return "a file store does not synchronise" }
        if policy.availability == .whenPasscodeSet { return "a file store knows of no device passcode" }
        return policy.presence == .none || policy.presence == .applicationPassword ? nil : "a file store cannot see who is there"
    }

    // MARK: Items

    public func write(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
        try checkPresence(policy)
        let write = try itemWrite(value, for: key, RecordHead(name: key.name, policy: policy))
        // As `make` does, without another call on the way.
        if try !makeAtOnce(write) { try await makeOnQueue(write) }
    }

    /// Writes an item under ``AccessPolicy/Presence/applicationPassword``: its value opens with the vault's keys and the password together.
    public func write(
        _ value: SecretBytes, for key: ItemKey, availability: AccessPolicy.Availability, applicationPassword: SecretBytes
    ) async throws(VaultError) {
        let stretching = try PasswordStretching(cost: passwordCost)
        let passwordKey = try await BlockingWork.run { () throws(VaultError) in try stretching.key(of: applicationPassword) }
        let policy = AccessPolicy.thisDevice(availability, presence: .applicationPassword)
        let head = RecordHead(name: key.name, policy: policy, password: stretching)
        try await make(itemWrite(value, for: key, head, passwordKey: passwordKey))
    }

    public func add(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
        try checkPresence(policy)
        try await make(itemWrite(value, for: key, RecordHead(name: key.name, policy: policy), mustBeNew: true))
    }

    private func checkPresence(_ policy: AccessPolicy) throws(VaultError) {
        guard policy.presence != .applicationPassword else {
            throw VaultError(.unsupportedPolicy, "An item under an application password is written with one.")
        }
    }

    private func itemWrite(
        _ value: SecretBytes, for key: ItemKey, _ head: RecordHead, passwordKey: SecretBytes? = nil, mustBeNew: Bool = false
    ) throws(VaultError) -> ItemWrite {
        guard value.count <= maximumValueSize else {
            throw VaultError(.tooLarge, "The file store takes at most \(maximumValueSize) bytes.")
        }
        if let obstacle = obstacle(to: head.policy) { throw VaultError(.unsupportedPolicy, "The item cannot be kept so: \(obstacle).") }
        let session = try session()
        return ItemWrite(
            value: value, head: head, place: try session.place(of: key), namespace: key.namespace, passwordKey: passwordKey,
            mustBeNew: mustBeNew, session: session)
    }

    public func read(_ key: ItemKey, prompt: PresencePrompt?) async throws(VaultError) -> SecretBytes {
        let session = try session()
        let place = try session.place(of: key)
        let found = try await reading { (engine, connection) throws(VaultError) in try engine.item(place, session, connection) }
        guard let item = found else { throw Self.notFound }
        if let opened = try item.openWithoutPassword(session.cipher) { return try Self.value(of: key, opened) }
        guard let password = prompt?.applicationPassword else {
            throw VaultError(.authenticationFailed, "The item asks for its application password.")
        }
        return try await BlockingWork.run { () throws(VaultError) in
            try Self.value(
                of: key, item.open(session.cipher) { (stretching) throws(VaultError) in try stretching.key(of: password) })
        }
    }

    private static func value(
        of key: ItemKey, _ opened: (head: RecordHead, value: SecretBytes)
    ) throws(VaultError) -> SecretBytes {
        guard opened.head.name == key.name else { throw .damaged("A record has another name.") }
        return opened.value
    }

    public func contains(_ key: ItemKey) async throws(VaultError) -> Bool {
        let session = try session()
        let place = try session.place(of: key)
        return try await reading { (engine, connection) throws(VaultError) in try engine.item(place, session, connection) != nil }
    }

    public func policy(of key: ItemKey) async throws(VaultError) -> AccessPolicy {
        let session = try session()
        let place = try session.place(of: key)
        let found = try await reading { (engine, connection) throws(VaultError) in try engine.item(place, session, connection) }
        guard let item = found else { throw Self.notFound }
        return try item.head(session.cipher).policy
    }

    public func keys(in namespace: Namespace) async throws(VaultError) -> [ItemKey] {
        let session = try session()
        // Many records: not on a thread that tasks share.
        let heads = try await onQueue { (engine) throws(VaultError) in
            try engine.readingPatiently { (connection) throws(VaultError) in
                try engine.items(of: namespace, session, connection)
            }
        }
        var keys: [ItemKey] = []
        for head in heads {
            let key = try ItemKey(head.name, in: namespace)
            keys.append(key)
        }
        return keys.sorted { $0.name < $1.name }
    }

    public func namespaces(ofApp app: String) async throws(VaultError) -> [Namespace] {
        let form = try NameForm.checked(app)
        return try await namespaces().filter { $0.app == form }
    }

    /// All namespaces that hold items.
    public func namespaces() async throws(VaultError) -> [Namespace] {
        let session = try session()
        return try await onQueue { (engine) throws(VaultError) in
            try engine.readingPatiently { (connection) throws(VaultError) in try engine.namespaces(session, connection) }
        }
    }

    public func remove(_ key: ItemKey) async throws(VaultError) {
        let session = try session()
        let place = try session.place(of: key)
        try await onQueue { (engine) throws(VaultError) in
            try engine.change(session) { (change) throws(VaultError) in
                guard try change.update.tag(of: place.id) != nil else { throw Self.notFound }
                try change.remove(place, in: key.namespace)
            }
            engine.overwriteDeleted()
        }
    }

    public func removeAll(in namespace: Namespace) async throws(VaultError) {
        let session = try session()
        let home = try session.place(of: namespace)
        do throws(VaultError) {
            try await onQueue { (engine) throws(VaultError) in
                try engine.change(session, counting: .now) { (change) throws(VaultError) in
                    guard let keys = try change.keys(of: home) else { throw Self.notFound }
                    let ids = try engine.writer.connection.members(of: home.id)
                    guard UInt64(ids.count) == keys.itemCount else { throw .damaged("A namespace misses items.") }
                    try change.removeAll(ids, of: home)
                }
                engine.overwriteDeleted()
            }
        } catch {
            if error.code != .notFound { throw error }
        }
    }

    private static let notFound = VaultError(.notFound, "There is no such item.")

    // MARK: Threads

    /// Runs `body` on the store's queue: whatever may take long or wait.
    func onQueue<Value: Sendable>(
        _ body: @escaping @Sendable (VaultEngine) throws(VaultError) -> Value
    ) async throws(VaultError) -> Value {
        let engine = engine
        return try await BlockingWork.run(on: queue) { () throws(VaultError) in
            try engine.writing { () throws(VaultError) in try body(engine) }
        }
    }

    /// Writes an item here and now when no other change is under way, which takes as long as one commit: two changes of thread would cost a third
    /// of that. Else on the queue.
    private func make(_ write: ItemWrite) async throws(VaultError) {
        if try !makeAtOnce(write) { try await makeOnQueue(write) }
    }

    private func makeOnQueue(_ write: ItemWrite) async throws(VaultError) {
        try await onQueue { (engine) throws(VaultError) in try write.make(in: engine) }
    }

    /// False when somebody is in the way, or when it would take longer: a counter takes its time.
    private func makeAtOnce(_ write: ItemWrite) throws(VaultError) -> Bool {
        do throws(VaultError) {
            let isMade = try engine.writingIfFree { () throws(VaultError) in
                if engine.watch?.isDue == true { return false }
                try write.make(in: engine)
                return true
            }
            return isMade ?? false
        } catch {
            guard error.isBusy else { throw error }
            return false
        }
    }

    /// Runs `body` here and now when nobody is in the way, which takes microseconds; else on the queue.
    private func reading<Value: Sendable>(
        _ body: @escaping @Sendable (VaultEngine, VaultConnection) throws(VaultError) -> Value
    ) async throws(VaultError) -> Value {
        do throws(VaultError) {
            return try engine.reading { (connection) throws(VaultError) in try body(engine, connection) }
        } catch {
            guard error.isBusy else { throw error }
        }
        return try await onQueue { (engine) throws(VaultError) in
            try engine.readingPatiently { (connection) throws(VaultError) in try body(engine, connection) }
        }
    }
}
