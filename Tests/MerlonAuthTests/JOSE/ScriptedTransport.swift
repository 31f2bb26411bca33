import MerlonCore
import MerlonPinning

/// A transport that gives one answer until it is told another, and keeps what it was asked.
actor ScriptedTransport: HTTPTransport {
    enum Answer: Sendable {
        case failure(PinningError.Code)
        case response(Int, String = "", [String: String] = [:])
    }

    private var answer: Answer
    private var isHeld = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private(set) var requests: [HTTPRequest] = []

    init(_ answer: Answer) { self.answer = answer }

    func send(_ request: HTTPRequest) async throws(PinningError) -> HTTPResponse {
        requests.append(request)
        if isHeld { await withCheckedContinuation { held.append($0) } }
        switch answer {
        case .failure(let code): throw PinningError(code, "scripted")
        case .response(let status, let body, let fields):
            var headers = HTTPHeaders()
            for (name, value) in fields { try headers.add(name, value) }
            return HTTPResponse(status: status, headers: headers, body: Array(body.utf8), url: request.url)
        }
    }

    func set(_ answer: Answer) { self.answer = answer }

    /// From now on requests wait until ``release()``.
    func hold() { isHeld = true }

    func release() {
        isHeld = false
        for continuation in held { continuation.resume() }
        held = []
    }
}

/// A clock that stands until it is moved.
final class ManualTime: TimeSource {
    private let lock = Lock()
    private nonisolated(unsafe) var elapsed = TimeSpan.seconds(1000)
    private let start: Int64

    init(start: Int64 = 1_800_000_000) { self.start = start }

    func advance(_ span: TimeSpan) { lock.withLock { unsafe elapsed = unsafe elapsed + span } }

    var wallTime: WallTime { WallTime(seconds: start) + lock.withLock { unsafe elapsed } + .seconds(-1000) }
    var monotonicTime: MonotonicTime { MonotonicTime(nanoseconds: 0) + lock.withLock { unsafe elapsed } }
}
