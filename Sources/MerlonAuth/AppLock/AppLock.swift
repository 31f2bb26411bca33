public import MerlonCore
public import MerlonCrypto
public import MerlonVault

/// The lock at the app's own door, as banks have it: a PIN, biometry as a second way to the same key, and key material as the answer.
///
/// ```swift
/// let lock = AppLock(vault: vault)
/// let opening = try await lock.setUp(pin: AppLockPIN(new: entered))       // once
/// …
/// let opening = try await lock.unlock(pin: AppLockPIN(entered))           // at launch
/// let records = try DerivationKey(material: opening.key).sealingKey("records")  // opens what the lock guards
/// ```
/// - There is no Bool to patch: without the right PIN, face or finger there is no key (OWASP MASVS-AUTH-2, MASTG-KNOW-0056).
/// - An attempt is counted in the store before the PIN is looked at. Killing the app in between gains nothing.
/// - Waits go by clocks that nobody can set and begin anew at a restart; the wall clock does not matter.
/// - What is stored says nothing without the PIN, the device's secret and, where there is one, the hardware key; a guess costs what
///   ``AppLockPolicy/cost`` says, and six digits are few: only hardware that counts for itself stops whoever holds a copy of the store and of the
///   device's secret.
/// - A record that was put back is noticed while the app runs, and at its next start where the store notices (`FileStore` with its anchor; the
///   keychain cannot be put back).
public actor AppLock {
    let storage: AppLockStorage
    let policy: AppLockPolicy
    let clock: AppLockClock
    private let wrappingKey: (any WrappingKey)?
    private var opening: AppLockOpening?
    private var leftAt: AppLockMoment?
    /// The newest record that this process has seen.
    private var newestGeneration: Int64 = -1
    private let turn = Turn()

    /// A lock whose items are kept in the vault.
    ///
    /// - Parameters:
    ///   - name: Tells locks in one vault apart: letters, digits and hyphens, 1 ... 32.
    ///   - wrappingKey: Hardware that each attempt needs, best one that counts attempts itself.
    public init(
        vault: Vault, name: String = "main", policy: AppLockPolicy = .standard, wrappingKey: (any WrappingKey)? = nil
    ) throws(AuthError) {
        try self.init(vault: vault, name: name, policy: policy, wrappingKey: wrappingKey, clock: .system)
    }

    init(
        vault: Vault, name: String = "main", policy: AppLockPolicy = .standard, wrappingKey: (any WrappingKey)? = nil, clock: AppLockClock
    ) throws(AuthError) {
        guard (1...32).contains(name.utf8.count),
            name.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") })
        else { throw AuthError(.invalidArgument, "A lock's name has 1 to 32 letters, digits and hyphens.") }
        storage = AppLockStorage(vault: vault, name: name)
        self.policy = policy
        self.wrappingKey = wrappingKey
        self.clock = clock
    }

    /// Sets the first PIN, and makes the key.
    ///
    /// Throws ``AuthError/Code/duplicate`` when there is one already: ``changePIN(from:to:)`` changes it, ``remove()`` gives up the key.
    public func setUp(pin: AppLockPIN) async throws(AuthError) -> AppLockOpening {
        try await turn.take { () async throws(AuthError) in
            guard try await storage.record() == nil else { throw AuthError(.duplicate, "The app lock has a PIN already.") }
            let device = try await storage.deviceSecret(creating: true)
            let key = try authCore { () throws(CoreError) in try SystemEntropy().secret(count: AppLockKeys.keyByteCount) }
            let keys = try authCrypto { () throws(CryptoError) in
                try AppLockKeys(key, pin: pin, device: device, wrappingKey: wrappingKey, cost: policy.cost)
            }
            try await write(AppLockRecord(keys: keys))
            return opened(AppLockOpening(key: key, way: .pin))
        }
    }

    /// Opens the lock by PIN.
    ///
    /// - Throws: ``AuthError/Code/authenticationFailed`` for a wrong PIN; ``AuthError/Code/lockedOut`` with the wait, when it was not looked at;
    ///   ``AuthError/Code/wiped`` when this attempt destroyed the key; ``AuthError/Code/notSetUp``; ``AuthError/Code/storeUnavailable`` and
    ///   ``AuthError/Code/storeLocked`` when nothing could be counted, and so nothing was looked at.
    public func unlock(pin: AppLockPIN) async throws(AuthError) -> AppLockOpening {
        try await turn.take { () async throws(AuthError) in
            let (record, slot, key, _) = try await attempt(pin)
            if slot == .duress { try await surrender(record) }
            return opened(AppLockOpening(key: key, way: slot == .owner ? .pin : .duress))
        }
    }

    /// Changes the PIN; the key stays the same. Costs an attempt when the old one is wrong, as ``unlock(pin:)``.
    public func changePIN(from old: AppLockPIN, to new: AppLockPIN) async throws(AuthError) {
        try await turn.take { () async throws(AuthError) in
            var (record, slot, key, device) = try await attempt(old)
            let stretched = try stretched(new, record, device)
            // Of two slots with one PIN only the first would open.
            try checkIsFree(stretched, in: record, exceptFor: slot)
            try authCrypto { () throws(CryptoError) in try record.keys.set(key, slot, stretched) }
            try await write(record)
        }
    }

    /// Sets the PIN that is given up when somebody is made to unlock: it opens with another key, and as the policy says destroys the owner's.
    ///
    /// - Parameter pin: The owner's PIN, since only the owner decides this.
    public func setDuressPIN(_ duress: AppLockPIN, pin: AppLockPIN) async throws(AuthError) {
        try await turn.take { () async throws(AuthError) in
            var (record, slot, _, device) = try await attempt(pin)
            guard slot == .owner else { throw .authenticationFailed }
            let stretched = try stretched(duress, record, device)
            try checkIsFree(stretched, in: record, exceptFor: .duress)
            let key = try authCore { () throws(CoreError) in try SystemEntropy().secret(count: AppLockKeys.keyByteCount) }
            try authCrypto { () throws(CryptoError) in try record.keys.set(key, .duress, stretched) }
            try await write(record)
        }
    }

    /// Lets biometry open the lock, too, from now on: keeps the key once more in an item that only a face or finger of the present set lets out.
    ///
    /// The lock must be open, by the owner. Call it again after ``AuthError/Code/biometryChanged``. Throws ``AuthError/Code/unsupported`` where the
    /// store cannot enforce it: nothing weaker is kept instead.
    public func enableBiometry() async throws(AuthError) {
        try await turn.take { () async throws(AuthError) in
            guard let opening, opening.way != .duress else { throw Self.locked }
            var record = try await current()
            try await storage.writeBiometry(opening.key)
            record.hasBiometry = true
            try await write(record)
        }
    }

    /// Takes biometry away again.
    public func disableBiometry() async throws(AuthError) {
        try await turn.take { () async throws(AuthError) in
            var record = try await current()
            record.hasBiometry = false
            try await write(record)
            try await storage.removeBiometry()
        }
    }

    /// Opens the lock by biometry.
    ///
    /// - Throws: ``AuthError/Code/biometryChanged`` when others are enrolled by now, ``AuthError/Code/biometryUnavailable`` when it is locked out,
    ///   not there or not switched on, ``AuthError/Code/userCancelled`` when the person or the system took the prompt away or the person wants to
    ///   type the PIN, ``AuthError/Code/authenticationFailed`` for another face or finger. After each, the PIN opens.
    public func unlock(biometry prompt: PresencePrompt) async throws(AuthError) -> AppLockOpening {
        try await turn.take { () async throws(AuthError) in
            guard try await current().hasBiometry else { throw AuthError(.biometryUnavailable, "Biometry is not switched on.") }
            if let obstacle = BiometryState.current.obstacle { throw obstacle }
            let key: SecretBytes
            do throws(AuthError) { key = try await storage.readBiometry(prompt) } catch {
                // One try too many, and stores cannot tell a locked sensor from a changed enrolment.
                if BiometryState.current == .lockedOut, let obstacle = BiometryState.lockedOut.obstacle { throw obstacle }
                throw error
            }
            return opened(AppLockOpening(key: key, way: .biometry))
        }
    }

    /// The key, while the lock is open; else throws ``AuthError/Code/appLocked``.
    public func key() throws(AuthError) -> SecretBytes {
        guard let opening else { throw Self.locked }
        return opening.key
    }

    /// Locks the app now.
    public func lock() { opening = nil }

    /// Says that the app left the foreground.
    public func didEnterBackground() { leftAt = clock.now }

    /// Says that the app is back: it is locked when it was away for the policy's grace or longer. Returns whether it is still open.
    public func willEnterForeground() -> Bool {
        defer { leftAt = nil }
        if let leftAt, clock.now.passed(since: leftAt) >= policy.backgroundGrace { opening = nil }
        return opening != nil
    }

    /// What may be known without opening.
    public func status() async throws(AuthError) -> AppLockStatus {
        guard let record = try await storage.record() else {
            return AppLockStatus(isSetUp: false, failures: 0, retryAfter: .zero, hasBiometry: false, isUnlocked: false)
        }
        return AppLockStatus(
            isSetUp: true, failures: record.failures, retryAfter: record.remainingDelay(at: clock.now, policy),
            hasBiometry: record.hasBiometry, isUnlocked: opening != nil)
    }

    /// Gives up the lock and the key, for ever: what is sealed under it stays closed.
    public func remove() async throws(AuthError) {
        try await turn.take { () async throws(AuthError) in
            opening = nil
            try await storage.removeAll()
        }
    }
}

extension AppLock {
    static let locked = AuthError(.appLocked, "The app is locked.")

    /// Counts an attempt, then looks at the PIN. A right one takes the count back.
    private func attempt(
        _ pin: AppLockPIN
    ) async throws(AuthError) -> (record: AppLockRecord, slot: AppLockKeys.Slot, key: SecretBytes, device: SecretBytes) {
        var record = try await current()
        let wait = record.remainingDelay(at: clock.now, policy)
        guard wait == .zero else { throw AuthError(.lockedOut, "Too many wrong PINs: wait before the next one.", retryAfter: wait) }
        let device = try await storage.deviceSecret(creating: false)
        record.countAttempt(at: clock.now)
        record = try await write(record)
        let stretched = try stretched(pin, record, device)
        let keys = record.keys
        guard let found = try authCrypto({ () throws(CryptoError) in try keys.open(stretched) }) else {
            guard let limit = policy.wipesAfter, record.failures >= limit else { throw .authenticationFailed }
            opening = nil
            try await storage.removeAll()
            throw AuthError(.wiped, "Too many wrong PINs: the key was destroyed.")
        }
        record.failures = 0
        record = try await write(record)
        return (record, found.slot, found.key, device)
    }

    private func stretched(_ pin: AppLockPIN, _ record: AppLockRecord, _ device: SecretBytes) throws(AuthError) -> AppLockKeys.Stretched {
        try authCrypto { () throws(CryptoError) in try record.keys.stretched(pin, device: device, wrappingKey: wrappingKey) }
    }

    private func checkIsFree(
        _ stretched: AppLockKeys.Stretched, in record: AppLockRecord, exceptFor slot: AppLockKeys.Slot
    ) throws(AuthError) {
        let found = try authCrypto { () throws(CryptoError) in try record.keys.open(stretched) }
        guard found == nil || found?.slot == slot else {
            throw AuthError(.invalidArgument, "The owner's PIN and the duress PIN are two.")
        }
    }

    /// What the duress PIN does besides opening: biometry, which would open with the owner's key, is off; with the policy's wipe that key is gone.
    private func surrender(_ record: AppLockRecord) async throws(AuthError) {
        guard policy.duressWipes else { return }
        var record = record
        record.hasBiometry = false
        try authCrypto { () throws(CryptoError) in try record.keys.clear(.owner) }
        try await write(record)
        try await storage.removeBiometry()
    }

    private func current() async throws(AuthError) -> AppLockRecord {
        guard let record = try await storage.record() else { throw AuthError(.notSetUp, "The app lock has no PIN yet.") }
        guard record.generation >= newestGeneration else {
            throw AuthError(.corrupted, "The app lock's record is older than one that was read before: it was put back.")
        }
        newestGeneration = record.generation
        return record
    }

    @discardableResult
    private func write(_ record: AppLockRecord) async throws(AuthError) -> AppLockRecord {
        var record = record
        record.generation += 1
        try await storage.write(record)
        newestGeneration = record.generation
        return record
    }

    private func opened(_ opening: AppLockOpening) -> AppLockOpening {
        self.opening = opening
        leftAt = nil
        return opening
    }
}
