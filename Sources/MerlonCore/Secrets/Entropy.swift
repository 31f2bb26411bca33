/// Where random bytes come from. Tests put their own in; everything else uses ``SystemEntropy``.
public protocol Entropy: Sendable {
    /// Fills the whole buffer with bytes that nobody can predict, or throws ``CoreError/Code/entropyUnavailable``.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CoreError)
}

extension Entropy {
    /// So many random bytes.
    public func bytes(count: Int) throws(CoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe try bytes.withMutableBytes { (buffer) throws(CoreError) in unsafe try fill(buffer) }
        return bytes
    }

    /// A new secret of so many random bytes, made in its own protected memory.
    public func secret(count: Int) throws(CoreError) -> SecretBytes {
        unsafe try SecretBytes(count: count) { (buffer) throws(CoreError) in unsafe try fill(buffer) }
    }
}

/// The operating system's generator: `getrandom(2)` on Linux, `SecRandomCopyBytes` on Apple systems.
public struct SystemEntropy: Entropy {
    /// Makes the system's generator.
    public init() {}

    public func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CoreError) { unsafe try OperatingSystem.fillWithEntropy(buffer) }
}
