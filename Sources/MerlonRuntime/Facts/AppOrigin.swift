/// Where an app came from, as its profile, receipt and entitlements tell.
public enum AppOrigin: String, Hashable, Codable, CaseIterable, Sendable {
    /// The App Store.
    case appStore = "app-store"
    /// TestFlight.
    case testFlight = "test-flight"
    /// A developer's build: debuggers may attach.
    case development
    /// Signed for devices that are named, without debugging.
    case adHoc = "ad-hoc"
    /// In-house distribution of an enterprise, for every device.
    case enterprise
    /// None of these: no profile, and no receipt of the store. Signed by a fault in the system, or not signed at all.
    case sideloaded

    /// What the three tell together; a profile comes first, since the store's apps have none.
    public init(profile: EmbeddedProfile, receipt: StoreReceipt, identity: CodeIdentity?) {
        if profile.isPresent {
            if profile.isForAllDevices {
                self = .enterprise
            } else if profile.isDebuggable || identity?.granted.contains("get-task-allow") == true {
                self = .development
            } else {
                self = .adHoc
            }
        } else if identity?.granted.contains("beta-reports-active") == true || receipt == .sandbox {
            self = .testFlight
        } else if receipt == .store {
            self = .appStore
        } else {
            self = .sideloaded
        }
    }
}
