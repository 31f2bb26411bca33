/// Whether asking for a key makes it.
public enum KeyCreation: Hashable, Sendable {
    /// At first use: of all callers, in all processes, one makes the key and everyone gets that one.
    case once
    /// Never: a key that is not there throws ``VaultError/Code/notFound``.
    case never
}
