public import MerlonCore
public import MerlonCrypto

/// A counter outside of the disk by which a ``FileStore`` notices that the whole vault was put back, its anchor included.
///
/// ```swift
/// let guarding = RollbackGuard(try tpm.makeCounter("vault"))     // later: tpm.counter("vault")
/// let store = try await FileStore.create(at: path, protectors: [key], rollbackGuard: guarding)
/// ```
/// The vault holds, sealed, what the counter stands at; an advance writes the next number and then adds one. A vault that holds another number is
/// an older copy and does not open (``VaultError/Code/corrupted``).
///
/// Adding takes a TPM some milliseconds and wears its memory, so not every write does it. The counter advances
/// - with the first change after the vault was opened or unlocked, and with the first one after each `interval`;
/// - with every wipe, every change of protectors and every rotation;
/// - at ``FileStore/advanceRollbackGuard()``.
///
/// So copies from before the last advance are refused, and **copies from after it are not told apart**: call `advanceRollbackGuard()` after a change that
/// must not be undone, or give the interval `.zero`. A kill between the write and the counting is made up for at the next opening.
///
/// One counter is for one vault. Whoever may talk to the TPM can add to the counter, which closes the vault until somebody says
/// `dangerouslyAcceptRollback`; whoever can put another TPM in its place for this process (its configuration, its socket) can answer for it.
public struct RollbackGuard: Sendable {
    /// The counter.
    public let counter: any MonotonicCounter
    /// How long changes may follow an advance without another one.
    public let interval: TimeSpan
    let time: any TimeSource

    /// One hour: under 9,000 additions a year, of the hundred thousand and more that a TPM's memory takes.
    public static let defaultInterval = TimeSpan.hours(1)

    /// A guard by a counter that is used for nothing else.
    ///
    /// - Parameters:
    ///   - counter: the counter.
    ///   - interval: the longest time in which changes share one advance; `.zero` advances with every change.
    ///   - time: by which the interval is measured.
    public init(
        _ counter: any MonotonicCounter, interval: TimeSpan = defaultInterval, time: any TimeSource = SystemTimeSource()
    ) {
        (self.counter, self.interval, self.time) = (counter, interval, time)
    }
}
