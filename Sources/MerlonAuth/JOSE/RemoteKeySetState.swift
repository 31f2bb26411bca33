import MerlonCore

/// What a ``RemoteKeySet`` knows, and what it decides from that: no clock, no network.
struct RemoteKeySetState {
    /// What a server said.
    struct Answer {
        /// The new set; `nil` when the old one still holds.
        let set: JSONWebKeySet?
        let etag: String?
        let freshness: TimeSpan
    }

    /// What to do about a token.
    enum Decision {
        case use(JSONWebKeySet)
        /// The server failed last time: nobody waits for it again, but it is asked.
        case useAndFetch(JSONWebKeySet)
        case fetch
        case refuse
        case unavailable

        var asksServer: Bool {
            switch self {
            case .fetch, .useAndFetch: true
            default: false
            }
        }
    }

    private(set) var set: JSONWebKeySet?
    private(set) var etag: String?
    private var freshUntil = MonotonicTime(nanoseconds: 0)
    /// When the last request began.
    var lastAttempt: MonotonicTime?
    private var hasFailed = false
    private var unknown: [String: MonotonicTime] = [:]

    /// The most names that are remembered as unknown: beyond, the cool-down alone protects.
    static let unknownLimit = 256

    /// - Parameter isAsking: Whether a request is on its way, whose answer can be waited for.
    func decision(for header: TokenHeader, now: MonotonicTime, limits: RemoteKeySet.Limits, isAsking: Bool) -> Decision {
        let mayFetch = isAsking || mayFetch(now: now, limits: limits)
        guard let set else { return mayFetch ? .fetch : .unavailable }
        let isFresh = now < freshUntil
        if set.key(for: header) != nil {
            if isFresh { return .use(set) }
            guard let usable = usable(now: now, limits: limits) else { return mayFetch ? .fetch : .unavailable }
            guard mayFetch else { return .use(usable) }
            return hasFailed ? .useAndFetch(usable) : .fetch
        }
        if let keyID = header.keyID, let until = unknown[keyID], now < until, isFresh { return .refuse }
        return mayFetch ? .fetch : .refuse
    }

    /// The set, unless it is too old to be believed.
    func usable(now: MonotonicTime, limits: RemoteKeySet.Limits) -> JSONWebKeySet? {
        now < freshUntil + limits.maximumStaleness ? set : nil
    }

    func mayFetch(now: MonotonicTime, limits: RemoteKeySet.Limits) -> Bool { lastAttempt.map { now - $0 >= limits.coolDown } ?? true }

    mutating func take(_ answer: Answer?, now: MonotonicTime) {
        hasFailed = answer == nil
        guard let answer else { return }
        set = answer.set ?? set
        etag = answer.etag
        freshUntil = now + answer.freshness
        if let set { unknown = unknown.filter { name, _ in !set.keys.contains { $0.keyID == name } } }
    }

    mutating func noteUnknown(_ keyID: String?, now: MonotonicTime, limits: RemoteKeySet.Limits) {
        guard let keyID, keyID.utf8.count <= 256 else { return }
        unknown = unknown.filter { now < $0.value }
        if unknown.count < Self.unknownLimit { unknown[keyID] = now + limits.unknownKeyLifetime }
    }
}
