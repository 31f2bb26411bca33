/// Who a Linux process is, and what filters it.
public struct ProcessPrivileges: Hashable, Codable, Sendable {
    /// Whether the effective user is root.
    public var isRoot: Bool
    /// Effective capabilities (`CapEff`), as bits.
    public var capabilities: UInt64
    /// The seccomp mode: 0 none, 1 strict, 2 filter.
    public var seccomp: Int32
    /// Whether no program that it starts can gain privileges (`NoNewPrivs`).
    public var noNewPrivileges: Bool

    /// Makes privileges.
    public init(isRoot: Bool, capabilities: UInt64 = 0, seccomp: Int32 = 0, noNewPrivileges: Bool = false) {
        self.isRoot = isRoot
        self.capabilities = capabilities
        self.seccomp = seccomp
        self.noNewPrivileges = noNewPrivileges
    }
}
