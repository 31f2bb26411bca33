public import MerlonCore
public import MerlonPinning

/// The keys that an issuer publishes at an address (`jwks_uri`), fetched when they are needed and kept.
///
/// - An answer is used as long as its `Cache-Control` says, between ``Limits/coolDown`` and ``Limits/maximumFreshness``, and asked for again
///   with its `ETag`.
/// - However many callers wait, one request is on its way.
/// - A token with an unknown `kid` has the set fetched anew (the issuer may have changed its keys), but at most once in a cool-down, and not again
///   for the same name for a while: whoever makes up names causes no load.
/// - While the issuer cannot be reached, the last set goes on being used up to ``Limits/maximumStaleness``.
///
/// The address comes from the caller. What a token says about where keys are is never followed.
public final class RemoteKeySet: Sendable {
    /// How often is asked, and how long what was heard is believed.
    public struct Limits: Hashable, Sendable {
        /// The least time between two requests.
        public var coolDown: TimeSpan
        /// How long a name that the set did not have is not asked for again.
        public var unknownKeyLifetime: TimeSpan
        /// How long a set is fresh when the answer does not say.
        public var defaultFreshness: TimeSpan
        /// How long a set is fresh at most, whatever the answer says.
        public var maximumFreshness: TimeSpan
        /// How long after its freshness a set is used while no new one can be had.
        public var maximumStaleness: TimeSpan

        /// Half a minute between requests, a minute for unknown names, ten minutes of freshness unless the answer says otherwise, a day at most,
        /// and another day while the issuer is silent.
        public init(
            coolDown: TimeSpan = .seconds(30), unknownKeyLifetime: TimeSpan = .minutes(1), defaultFreshness: TimeSpan = .minutes(10),
            maximumFreshness: TimeSpan = .hours(24), maximumStaleness: TimeSpan = .hours(24)
        ) {
            self.coolDown = coolDown
            self.unknownKeyLifetime = unknownKeyLifetime
            self.defaultFreshness = defaultFreshness
            self.maximumFreshness = maximumFreshness
            self.maximumStaleness = maximumStaleness
        }
    }

    /// Where the keys are.
    public let url: HTTPURL
    private let transport: any HTTPTransport
    private let rsaAlgorithm: JWSAlgorithm
    private let limits: Limits
    private let time: any TimeSource
    private let lock = Lock()
    private nonisolated(unsafe) var state = RemoteKeySetState()
    private nonisolated(unsafe) var fetching: Task<Void, Never>?

    /// Keys at an address, which must be `https`, or plain `http` on this machine itself.
    ///
    /// - Parameters:
    ///   - transport: A pinned transport; who controls this connection controls whom tokens are believed.
    ///   - rsaAlgorithm: What RSA keys without `alg` are for.
    public init(
        at url: HTTPURL, transport: any HTTPTransport, rsaAlgorithm: JWSAlgorithm = .rs256, limits: Limits = Limits(),
        time: any TimeSource = SystemTimeSource()
    ) throws(AuthError) {
        guard url.isSecureOrLocal else { throw AuthError(.invalidArgument, "Keys are fetched over https.") }
        self.url = url
        self.transport = transport
        self.rsaAlgorithm = rsaAlgorithm
        self.limits = limits
        self.time = time
    }

    /// The set that was fetched last, fresh or not; `nil` before the first. Its ``JSONWebKeySet/skipped`` says what it has that is not known here.
    public var current: JSONWebKeySet? { lock.withLock { unsafe state.set } }

    /// Fetches the keys now, if the cool-down allows: for an app that wants to be ready before the first token comes.
    public func refresh() async throws(AuthError) {
        await begin(for: nil)?.value
        guard current != nil else { throw Self.unavailable }
    }

    /// The set to verify a token with this header by. Suspends only when keys have to be fetched.
    nonisolated(nonsending) func keys(for header: TokenHeader) async throws(AuthError) -> JSONWebKeySet {
        var hasWaited = false
        while true {
            let now = time.monotonicTime
            switch lock.withLock({ unsafe state.decision(for: header, now: now, limits: limits, isAsking: fetching != nil) }) {
            case .use(let set): return set
            // One answer is enough for a token, also where the cool-down is shorter than the server takes.
            case .fetch where hasWaited: return try afterFetch(header, now: now)
            case .useAndFetch(let set):
                _ = begin(for: header)
                return set
            case .unavailable: throw Self.unavailable
            case .refuse:
                if hasWaited { lock.withLock { unsafe state.noteUnknown(header.keyID, now: now, limits: limits) } }
                throw AuthError.authenticationFailed
            case .fetch:
                // Whoever came first has begun; the others wait for the same answer.
                await begin(for: header)?.value
                hasWaited = true
            }
        }
    }

    /// The set that is left when a fetch brought nothing new for this token.
    private func afterFetch(_ header: TokenHeader, now: MonotonicTime) throws(AuthError) -> JSONWebKeySet {
        guard let set = lock.withLock({ unsafe state.usable(now: now, limits: limits) }) else { throw Self.unavailable }
        guard set.key(for: header) != nil else {
            lock.withLock { unsafe state.noteUnknown(header.keyID, now: now, limits: limits) }
            throw AuthError.authenticationFailed
        }
        return set
    }

    private static let unavailable = AuthError(.unavailable, "The issuer's keys cannot be fetched.")

    /// The request that is on its way, or a new one; none when somebody else's answer has made it needless.
    private func begin(for header: TokenHeader?) -> Task<Void, Never>? {
        lock.withLock {
            if let fetching = unsafe fetching { return fetching }
            let now = time.monotonicTime
            let isNeeded = header.map { unsafe state.decision(for: $0, now: now, limits: limits, isAsking: false).asksServer } ?? true
            guard isNeeded, unsafe state.mayFetch(now: now, limits: limits) else { return nil }
            unsafe state.lastAttempt = now
            let etag = unsafe state.etag
            // Not a child of the caller: when the caller is cancelled, the others still want the answer.
            let task = Task { await fetch(etag: etag) }
            unsafe fetching = task
            return task
        }
    }

    private func fetch(etag: String?) async {
        let answer = await request(etag: etag)
        lock.withLock {
            unsafe fetching = nil
            unsafe state.take(answer, now: time.monotonicTime)
        }
    }

    /// What the server said, or `nil` when that is no use.
    private func request(etag: String?) async -> RemoteKeySetState.Answer? {
        guard var headers = try? HTTPHeaders(["accept": "application/jwk-set+json, application/json"]) else { return nil }
        if let etag, (try? headers.set("if-none-match", etag)) == nil { return nil }
        let request = HTTPRequest(.get, url, headers: headers, maximumResponseBody: 1 << 20, timeout: .seconds(15), redirects: .reject)
        guard let response = try? await transport.send(request) else { return nil }
        let freshness = CachePolicy.freshness(
            response.headers, otherwise: limits.defaultFreshness, limits: limits.coolDown...max(limits.maximumFreshness, limits.coolDown))
        if response.status == 304, etag != nil { return RemoteKeySetState.Answer(set: nil, etag: etag, freshness: freshness) }
        guard response.status == 200, let json = String(strictUTF8: response.body),
            let set = try? JSONWebKeySet(parsing: json, rsaAlgorithm: rsaAlgorithm)
        else { return nil }
        return RemoteKeySetState.Answer(set: set, etag: response.headers["etag"], freshness: freshness)
    }
}

extension HTTPURL {
    /// Whether what goes there cannot be read or changed on the way: over TLS, or within this machine.
    var isSecureOrLocal: Bool {
        scheme == .https || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host.description)
    }
}
