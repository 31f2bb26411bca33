/// What happens to items that an earlier installation of the app left. The keychain keeps them when an app is removed.
public enum ReinstallPolicy: Hashable, Sendable {
    /// They stay: whoever installs the app anew is signed in still. On a device that changed hands without being erased, that is someone else.
    case keepItems
    /// They go, at the first launch.
    case wipeItems
}

/// What a launch was.
public enum Launch: Hashable, Sendable {
    /// The first of this installation; items that were there have been wiped, or kept, as the policy says.
    case first
    /// A later one.
    case later
}

extension Vault {
    /// To be called at each launch, before anything is read. At the first one of an installation it applies the policy to all items of the app.
    ///
    /// Where it cannot be told whether this is the first launch it throws and touches nothing. A kill in its midst lets the next launch do it again.
    /// - Parameters:
    ///   - marker: knows whether the app was launched before.
    ///   - policy: what becomes of items of an earlier installation.
    ///   - isKnownInstallation: for the update with which an app adopts this call, or else every user would be signed out by it: whether the app
    ///     knows otherwise that it was launched before.
    @discardableResult
    public func launch(
        marker: InstallationMarker, afterReinstall policy: ReinstallPolicy, isKnownInstallation: Bool = false
    ) async throws(VaultError) -> Launch {
        if try marker.isPresent() { return .later }
        if policy == .wipeItems, !isKnownInstallation { try await wipe(scope: .app) }
        try marker.place()
        return isKnownInstallation ? .later : .first
    }
}
