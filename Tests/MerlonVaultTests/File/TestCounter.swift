import MerlonCore
import MerlonCrypto

/// A counter in memory, which can be taken away and counted by others.
final class TestCounter: MonotonicCounter, @unchecked Sendable {
    private let lock = Lock()
    private var number: UInt64
    private var callsLeft = Int.max
    private var calls = 0
    private var status: Int64?

    init(_ number: UInt64 = 41) { self.number = number }

    /// The counter answers so many calls more, and then fails with the native status.
    func answer(_ count: Int, then status: Int64? = nil) {
        lock.withLock {
            callsLeft = count
            self.status = status
        }
    }

    /// How often it was asked or added to.
    var callCount: Int { lock.withLock { calls } }

    func value() throws(CryptoError) -> UInt64 {
        try lock.withLock { () throws(CryptoError) in
            try call()
            return number
        }
    }

    func increment() throws(CryptoError) -> UInt64 {
        try lock.withLock { () throws(CryptoError) in
            try call()
            number += 1
            return number
        }
    }

    private func call() throws(CryptoError) {
        guard callsLeft > 0 else { throw CryptoError(.hardwareUnavailable, "The counter is gone.", nativeStatus: status) }
        callsLeft -= 1
        calls += 1
    }
}
