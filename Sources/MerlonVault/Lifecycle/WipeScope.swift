/// How much a wipe takes.
public enum WipeScope: String, Codable, CaseIterable, Sendable {
    /// The vault's own namespace: what one user has on this device, at logout. For a vault without a user, what belongs to the app itself.
    case user
    /// All users of the app in the vault's environment, and what belongs to the app itself there.
    case environment
    /// Everything of the app, in all environments.
    case app
}
