public import MerlonCore

/// Takes reports to the app's own closure or URL, and nowhere else. There is none unless the app makes one.
///
/// Rate-limited in memory: one report of the same host, reason and server certificate in ``interval``, and ``maximumPerInterval`` of all. What is
/// over the limit is dropped and counted.
public final class PinReporter: Sendable {
    /// How long a report stands for others like it.
    public let interval: TimeSpan
    /// The most reports of all kinds in one interval.
    public let maximumPerInterval: Int
    private let deliver: @Sendable (PinReport) -> Void
    private let time: any TimeSource
    private let state = ReportLedger()

    /// Hands reports to a closure, on whatever thread the transport is on: it must not block.
    public init(
        interval: TimeSpan = .hours(24), maximumPerInterval: Int = 20, time: any TimeSource = SystemTimeSource(),
        deliver: @escaping @Sendable (PinReport) -> Void
    ) {
        self.interval = interval
        self.maximumPerInterval = max(maximumPerInterval, 1)
        self.time = time
        self.deliver = deliver
    }

    /// Posts reports as JSON to the app's own server, each once, without waiting for the answer. The transport's policy applies to them, too: a
    /// report never goes to whom its own pins refuse.
    public convenience init(
        postingTo url: HTTPURL, over transport: any HTTPTransport, interval: TimeSpan = .hours(24), maximumPerInterval: Int = 20,
        time: any TimeSource = SystemTimeSource()
    ) throws(PinningError) {
        guard url.scheme == .https else { throw PinningError(.insecureURL, "Reports go over TLS.") }
        let headers = try HTTPHeaders(["Content-Type": "application/json"])
        self.init(interval: interval, maximumPerInterval: maximumPerInterval, time: time) { report in
            let request = HTTPRequest(.post, url, headers: headers, body: Array(report.json.serialized().utf8), maximumResponseBody: 4096)
            Task.detached(priority: .utility) { _ = try? await transport.send(request) }
        }
    }

    /// How many reports were dropped since the reporter was made.
    public var droppedCount: Int { state.droppedCount }

    /// Reports what is not plainly accepted.
    public func report(_ evaluation: Evaluation) {
        guard evaluation.decision != .accept else { return }
        let key = ReportLedger.Key(
            host: evaluation.host, reason: evaluation.reason, leaf: evaluation.chain.certificates.first?.publicKeyDigest)
        guard state.admits(key, at: time.monotonicTime, interval: interval, maximum: maximumPerInterval) else { return }
        deliver(PinReport(evaluation, at: time.wallTime))
    }
}

/// Which reports went out, and when.
private final class ReportLedger: @unchecked Sendable {
    struct Key: Hashable {
        var host: HostName
        var reason: Evaluation.Reason
        var leaf: PinDigest?
    }

    private let lock = Lock()
    private var sent: [Key: MonotonicTime] = [:]
    private var dropped = 0

    var droppedCount: Int { lock.withLock { dropped } }

    func admits(_ key: Key, at now: MonotonicTime, interval: TimeSpan, maximum: Int) -> Bool {
        lock.withLock {
            sent = sent.filter { now - $0.value < interval }
            guard sent[key] == nil, sent.count < maximum else {
                dropped += 1
                return false
            }
            sent[key] = now
            return true
        }
    }
}
