import MerlonCore
import MerlonCrypto

/// Keeps a vault's state and its counter in step, for ``VaultEngine``; used within its writing lock.
///
/// The state's number is the counter's, or, between a commit and the counting that follows it, one more. Both are compared and the counter is added
/// to within a transaction that excludes all other writers, so no process counts for another's commit twice.
final class RollbackWatch {
    private let guarding: RollbackGuard
    private var lastAdvance: MonotonicTime?

    init(_ guarding: RollbackGuard) { self.guarding = guarding }

    /// Whether the next change has to advance the counter.
    var isDue: Bool { lastAdvance.map { guarding.time.monotonicTime - $0 >= guarding.interval } ?? true }

    /// After opening and unlocking the next change is the first.
    func restart() { lastAdvance = nil }

    func value() throws(VaultError) -> UInt64 { try reportingCrypto { () throws(CryptoError) in try guarding.counter.value() } }

    /// The number for a vault that is put under the counter now.
    func first() throws(VaultError) -> UInt64 {
        let value = try value()
        guard value < .max else { throw VaultError(.storeUnavailable, "The vault's counter is at its end.") }
        return value + 1
    }

    /// Whether the state is the newest one. Counts for a process that was killed before it could.
    func confirms(_ number: UInt64) throws(VaultError) -> Bool {
        let value = try value()
        if number == value { return true }
        guard number > value, number - value == 1 else { return false }
        return try add() == number
    }

    /// The number for the state that is about to be written over one with `number`.
    func next(after number: UInt64) throws(VaultError) -> UInt64 {
        guard try confirms(number), number < .max else {
            throw .damaged("The vault is not the one that its counter knows: an old copy was put back, or somebody else counted.")
        }
        return number + 1
    }

    /// Counts for a state that was committed, unless another process did.
    func complete(_ number: UInt64) throws(VaultError) {
        if try value() < number, try add() != number { throw .damaged("Somebody else adds to the vault's counter.") }
        lastAdvance = guarding.time.monotonicTime
    }

    private func add() throws(VaultError) -> UInt64 { try reportingCrypto { () throws(CryptoError) in try guarding.counter.increment() } }
}
