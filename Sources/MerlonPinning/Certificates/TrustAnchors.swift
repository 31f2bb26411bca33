/// Whom the platform's validator may trust in the end.
public enum TrustAnchors: Hashable, Sendable {
    /// The authorities that the system trusts, with those that its user or its management added.
    case system
    /// These alone: a private authority. Host name, dates, key usage and constraints are checked as for any other.
    case only([Certificate])
}
