public import MerlonCore
import MerlonCrypto
public import MerlonPinning
public import MerlonVault

/// Somebody's sign-in: tokens in the vault, replaced in time and only once, gone when it ends.
///
/// ```swift
/// let session = Session(in: vault, refresher: client)
/// try await session.start(with: response)
/// let answer = try await transport.send(try await session.authorized(request))
/// ```
/// - The tokens are one sealed record in the vault. Nothing else keeps them, and nothing of them is printed.
/// - However many callers find the access token expired, in however many tasks, instances and processes that share the vault's folder: one
///   refresh reaches the server, the others get what it brought. A refresh token whose successor is stored is never used again.
/// - New tokens are stored before any caller sees them. A process that dies on the way leaves the old record or the new one.
/// - Only a server that refuses the refresh token ends the session. No network, a server's fault, a locked device: the session stays.
///
/// What it cannot do: a server may have replaced the refresh token while its answer was lost, because the process died or the connection broke.
/// The old one is then tried again. Servers that allow this for a short while (most do) answer with new tokens; others end the session.
public actor Session {
    private let vault: Vault
    private let name: String
    private let refresher: any TokenRefresher
    let limits: SessionLimits
    let time: any TimeSource
    let lock: SessionLock

    private var record: SessionRecord?
    /// What came from the server and could not be stored yet: nobody has seen it.
    var unstored: SessionRecord?
    private var refreshing: Task<Result<SessionRecord, AuthError>, Never>?
    var retry = RetrySchedule()
    /// When the owner was last there, and in which sign-in: another's is worth nothing.
    var confirmation: (signIn: Int64, at: MonotonicTime)?
    private var observers = SessionObservers()

    /// A session in a vault. Nothing is read yet.
    ///
    /// - Parameters:
    ///   - name: Its item's name; a session for each name.
    ///   - folder: Where its lock is: a folder that all processes of the session share, such as the app group's. `nil` takes the store's own.
    public init(
        in vault: Vault, name: String = "session", refresher: any TokenRefresher, limits: SessionLimits = SessionLimits(),
        folder: String? = nil,
        time: any TimeSource = SystemTimeSource()
    ) {
        self.init(
            in: vault, name: name, refresher: refresher, limits: limits, folder: folder, time: time, activity: SystemBackgroundActivity())
    }

    init(
        in vault: Vault, name: String, refresher: any TokenRefresher, limits: SessionLimits, folder: String?, time: any TimeSource,
        activity: any BackgroundActivity
    ) {
        self.vault = vault
        self.name = name
        self.refresher = refresher
        self.limits = limits
        self.time = time
        lock = SessionLock(
            folder: folder ?? vault.store.defaultFolder, name: Self.lockName(vault.namespace, name), activity: activity)
    }

    /// Begins a session with what a server gave, in place of one that is there. Stored when the call returns.
    public func start(with response: TokenResponse) async throws(AuthError) {
        let held = try await lock.acquire(time: time)
        defer { held.release() }
        let new = SessionRecord(response, after: nil, limits: limits, time: time)
        try await store(new)
        unstored = nil
        retry = RetrySchedule()
        confirmation = (new.signIn, time.monotonicTime)
        adopt(new)
    }

    /// Whether somebody is signed in, as the vault says.
    public func state() async throws(AuthError) -> SessionState {
        guard let there = try await load() else {
            let state = observers.last ?? .signedOut(.none)
            if case .signedOut = state { return state }
            return .signedOut(.none)
        }
        if let reason = there.end(limits, now: time.wallTime) { return .signedOut(reason) }
        return .signedIn(subject: there.subject)
    }

    /// The states from now on. Each observer gets all of them; none gets a token.
    public func states() -> AsyncStream<SessionState> { observers.add() }

    /// The request with the access token, which is replaced first when it has expired.
    ///
    /// - Throws: ``AuthError/Code/signInRequired`` when nobody is signed in any more; ``AuthError/Code/unavailable`` when the server cannot be
    ///   asked now (with ``AuthError/retryAfter``); ``AuthError/Code/invalidArgument`` for a request over plain HTTP to another machine.
    public func authorized(_ request: HTTPRequest) async throws(AuthError) -> HTTPRequest {
        guard request.url.isSecureOrLocal else { throw AuthError(.invalidArgument, "A token goes over https only.") }
        let token = try await accessToken()
        var authorized = request
        do throws(PinningError) { try authorized.headers.set("authorization", "Bearer \(token.unredacted)") } catch {
            throw AuthError(.malformed, "The token fits no header.")
        }
        return authorized
    }

    /// The access token, which is replaced first when it has expired. Prefer ``authorized(_:)``.
    public func accessToken() async throws(AuthError) -> Redacted<String> {
        let fresh = try await freshRecord()
        return Redacted(unsafe fresh.accessToken.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) })
    }

    /// Ends the session: the server is asked to give the tokens up, and the record is removed, whatever the server says.
    ///
    /// Throws only when the record could not be removed: then somebody is still signed in here.
    @discardableResult
    public func signOut() async throws(AuthError) -> Revocation { try await end(.requested) }
}

extension Session {
    /// The record with an access token that can be used now.
    private func freshRecord() async throws(AuthError) -> SessionRecord {
        if record == nil, let there = try await load() { adopt(there) }
        guard let known = record else { throw Self.signInRequired }
        if let reason = known.end(limits, now: time.wallTime) {
            // Another process may have used or replaced the session meanwhile.
            guard let there = try await load(), there.end(limits, now: time.wallTime) == nil else {
                _ = try await end(reason)
                throw Self.signInRequired
            }
            adopt(there)
            return try await freshRecord()
        }
        if known.isFresh(margin: limits.margin, time: time) { return try await used(known) }
        let task = refreshing ?? begin()
        return try await task.value.get()
    }

    /// One refresh for all callers of this instance. Not a child of a caller's task: who gives up takes nothing from the others, and an answer
    /// that is on its way is not lost.
    private func begin() -> Task<Result<SessionRecord, AuthError>, Never> {
        let task = Task { () -> Result<SessionRecord, AuthError> in
            let result: Result<SessionRecord, AuthError>
            do throws(AuthError) { result = .success(try await refresh()) } catch { result = .failure(error) }
            refreshing = nil
            return result
        }
        refreshing = task
        return task
    }

    private func refresh() async throws(AuthError) -> SessionRecord {
        let held = try await lock.acquire(time: time)
        defer { held.release() }
        try await storeLate()
        guard let there = try await load() else {
            adopt(nil, because: .none)
            throw Self.signInRequired
        }
        // Whoever had the lock before has done it.
        if there.isFresh(margin: limits.margin, time: time) {
            adopt(there)
            return there
        }
        guard let refreshToken = there.refreshToken else {
            _ = try await wipe(.expired)
            throw Self.signInRequired
        }
        try retry.check(now: time.monotonicTime)
        let response: TokenResponse
        do throws(AuthError) { response = try await refresher.refresh(refreshToken) } catch {
            guard error.code == .signInRequired else {
                retry.failed(error, now: time.monotonicTime)
                throw retry.error(for: error, now: time.monotonicTime)
            }
            // Refused: unless somebody else has replaced the token while the lock was taken away.
            if let now = try await load(), !now.hasTokens(of: there) {
                adopt(now)
                return now
            }
            _ = try await wipe(.refusedByServer)
            throw Self.signInRequired
        }
        retry = RetrySchedule()
        let new = SessionRecord(response, after: there, limits: limits, time: time)
        // Nobody has seen the new tokens. They are kept until they are stored, which comes before anything else.
        unstored = new
        guard held.isHeld else { return try await storeAfterSuspension() }
        try await store(new)
        unstored = nil
        adopt(new)
        return new
    }

    /// Stores what came while the program was suspended and the lock given back.
    private func storeAfterSuspension() async throws(AuthError) -> SessionRecord {
        let held = try await lock.acquire(time: time)
        defer { held.release() }
        try await storeLate()
        let there = try await load()
        adopt(there)
        guard let there else { throw Self.signInRequired }
        return there
    }

    /// Stores what came earlier and could not be stored, in the place of the record that it came from alone: whoever has signed out, signed in or
    /// replaced the tokens meanwhile has the last word. The lock is held.
    private func storeLate() async throws(AuthError) {
        guard let late = unstored else { return }
        let there = try await load()
        if let there, late.follows(there) {
            try await store(late)
        } else if there?.signIn != late.signIn {
            try? await refresher.revoke(accessToken: late.accessToken, refreshToken: late.refreshToken)
        }
        unstored = nil
    }

    /// Notes that the session is in use. The vault learns it often enough for the idle limit to be right to an eighth.
    private func used(_ known: SessionRecord) async throws(AuthError) -> SessionRecord {
        guard let idle = limits.idle, time.wallTime - known.usedAt >= TimeSpan(nanoseconds: idle.nanoseconds / 8) else { return known }
        let held = try await lock.acquire(time: time)
        defer { held.release() }
        guard var there = try await load() else {
            adopt(nil, because: .none)
            throw Self.signInRequired
        }
        there.usedAt = max(there.usedAt, time.wallTime)
        try await store(there)
        adopt(there)
        return there
    }

    private func end(_ reason: SignOutReason) async throws(AuthError) -> Revocation {
        let held = try await lock.acquire(time: time)
        defer { held.release() }
        return try await wipe(reason)
    }

    /// Removes the record first, so that nothing is left here even when the server takes its time; then has the tokens revoked. The lock is held.
    private func wipe(_ reason: SignOutReason) async throws(AuthError) -> Revocation {
        var there = unstored
        if there == nil { there = try await load() }
        do throws(VaultError) { try await vault.remove(name) } catch {
            guard error.code == .notFound else { throw AuthError(error) }
        }
        unstored = nil
        adopt(nil, because: reason)
        guard let there, reason != .refusedByServer else { return .nothing }
        do throws(AuthError) {
            try await refresher.revoke(accessToken: there.accessToken, refreshToken: there.refreshToken)
            return .done
        } catch { return .failed(error) }
    }

    func load() async throws(AuthError) -> SessionRecord? {
        do throws(VaultError) { return try await vault.read(name, as: SessionRecord.self) } catch {
            if error.code == .notFound { return nil }
            throw AuthError(error)
        }
    }

    func store(_ new: SessionRecord) async throws(AuthError) {
        do throws(VaultError) { try await vault.store(new, for: name) } catch { throw AuthError(error) }
    }

    func adopt(_ new: SessionRecord?, because reason: SignOutReason = .none) {
        record = new
        observers.tell(new.map { .signedIn(subject: $0.subject) } ?? .signedOut(reason))
    }

    static let signInRequired = AuthError(.signInRequired, "Nobody is signed in.")

    /// A file name for the session of this name in this namespace.
    private static func lockName(_ namespace: Namespace, _ name: String) -> String {
        // No part has a control character.
        let parts = [namespace.app, namespace.environment.rawValue, namespace.user ?? "", name]
        return Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(parts.joined(separator: "\0").utf8)).prefix(18))
    }
}
