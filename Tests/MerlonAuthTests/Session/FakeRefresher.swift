import MerlonAuth
import MerlonCore

/// A server of one session: counts, answers as it is told, and remembers which tokens it gave.
actor FakeRefresher: TokenRefresher {
    private(set) var refreshed: [String] = []
    private(set) var revoked: [String] = []
    private var failure: AuthError?
    private var revocationFailure: AuthError?
    private var number = 0
    private var pause: UInt64 = 0
    private var lifetime: TimeSpan?

    init(lifetime: TimeSpan? = .minutes(5)) { self.lifetime = lifetime }

    func fail(_ error: AuthError?) { failure = error }
    /// How long an answer takes, beside yielding.
    func wait(milliseconds: UInt64) { pause = milliseconds * 1_000_000 }
    func failRevocation(_ error: AuthError?) { revocationFailure = error }

    func refresh(_ refreshToken: SecretBytes) async throws(AuthError) -> TokenResponse {
        refreshed.append(Self.text(refreshToken))
        // Others get the chance to come too.
        for _ in 0..<20 { await Task.yield() }
        if pause > 0 { try? await Task.sleep(nanoseconds: pause) }
        if let failure { throw failure }
        return try next()
    }

    func revoke(accessToken: SecretBytes, refreshToken: SecretBytes?) async throws(AuthError) {
        revoked.append(Self.text(accessToken))
        if let revocationFailure { throw revocationFailure }
    }

    func next() throws(AuthError) -> TokenResponse {
        number += 1
        return try TokenResponse(accessToken: "access-\(number)", refreshToken: "refresh-\(number)", lifetime: lifetime, subject: "ada")
    }

    private static func text(_ secret: SecretBytes) -> String {
        unsafe secret.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

/// A clock that stands until it is moved.
final class ManualTime: TimeSource {
    private let lock = Lock()
    private nonisolated(unsafe) var wall = WallTime(seconds: 1_800_000_000)
    private nonisolated(unsafe) var monotonic = MonotonicTime(nanoseconds: 1_000_000_000_000)

    func advance(_ span: TimeSpan) {
        setWall(wallTime + span)
        lock.withLock { unsafe monotonic = unsafe monotonic + span }
    }

    func setWall(_ time: WallTime) { lock.withLock { unsafe wall = time } }
    func reboot() { lock.withLock { unsafe monotonic = MonotonicTime(nanoseconds: 1) } }

    var wallTime: WallTime { lock.withLock { unsafe wall } }
    var monotonicTime: MonotonicTime { lock.withLock { unsafe monotonic } }
}

/// The system's clock, counting how often it is asked for the monotonic time.
final class CountedTime: TimeSource {
    private let lock = Lock()
    private nonisolated(unsafe) var asked = 0

    var count: Int { lock.withLock { unsafe asked } }
    var wallTime: WallTime { SystemTimeSource().wallTime }
    var monotonicTime: MonotonicTime {
        lock.withLock { unsafe asked += 1 }
        return SystemTimeSource().monotonicTime
    }
}
