/// Knows what the system and its frameworks leave in an app's container, by path: how an audit of a container learns of caches that another
/// module knows of. OWASP MASVS-STORAGE-2.
public protocol LeftoverCatalogue: Sendable {
    /// What a file holds that no code of the app put there, in a few words; `nil` for any other.
    ///
    /// - Parameter path: relative to the container, with `/` between its parts.
    func leftover(at path: String) -> String?
}
