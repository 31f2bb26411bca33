/// What a sensitive session does with cookies.
public enum SessionCookies: String, Hashable, CaseIterable, Sendable {
    /// None is taken or sent: for interfaces that authorise by a header.
    case none
    /// Kept in memory as long as the session lives, those of the first party alone.
    case inMemory = "in-memory"
}
