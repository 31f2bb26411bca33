/// A number outside of any file, which only grows: whoever stores it beside a sealed record notices that an older record was put back.
public protocol MonotonicCounter: Sendable {
    /// What it stands at.
    func value() throws(CryptoError) -> UInt64

    /// Adds one, and gives what it stands at then. Another process may have added in between.
    func increment() throws(CryptoError) -> UInt64
}
