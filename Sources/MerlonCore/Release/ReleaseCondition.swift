/// A condition to release a key: asked each time before the key leaves the place where it is kept.
///
/// The module that keeps keys knows this protocol alone, and the one that judges (of the device, of a licence, of a second factor) adopts it.
/// Neither links the other.
public protocol ReleaseCondition: Sendable {
    /// Its name, 1 ... 64 bytes of UTF-8. It is stored beside the key, so that the key comes out under a condition of this name alone.
    var name: String { get }

    /// Whether the key may be released now. Decides on what is known at this moment; the answer is used once and not kept. "Not known" is a
    /// refusal.
    func decide() async -> ReleaseDecision
}

/// What a ``ReleaseCondition`` says.
public enum ReleaseDecision: Hashable, Sendable {
    /// The key may be used now.
    case release
    /// It may not, and why, in words for a log.
    case refuse(reason: String)
}
