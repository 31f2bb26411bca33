/// Where a kind of data belongs, and how it is kept there.
///
/// ```swift
/// let placement = DataPlacement.of(.health)   // files, complete protection, no backups, sealed
/// ```
public struct DataPlacement: Codable, Hashable, Sendable {
    /// The place.
    public var place: StoragePlace
    /// The least protection class there; `nil` where the place has none.
    public var protection: FileProtection?
    /// Whether backups leave it out.
    public var isExcludedFromBackup: Bool
    /// Whether it is encrypted under a key of the vault besides what the system does.
    public var isSealed: Bool

    /// Makes it.
    public init(_ place: StoragePlace, protection: FileProtection? = nil, isExcludedFromBackup: Bool = false, isSealed: Bool = false) {
        self.place = place
        self.protection = protection
        self.isExcludedFromBackup = isExcludedFromBackup
        self.isSealed = isSealed
    }

    /// Where the standard policy puts a kind of data.
    public static func of(_ kind: DataKind) -> DataPlacement { PlacementPolicy.standard.placement(of: kind) }

    /// Why data of this kind is not safe there; empty when it is. A pure function: what a policy, an app's declaration or an audit says of a place
    /// is judged by it.
    public func shortcomings(for kind: DataKind) -> [String] {
        var found: [String] = []
        let facts = place.facts
        if kind.isSecret {
            if place != .keychain, place != .secureEnclave {
                found.append("a secret belongs in the keychain, by a Vault, and not in \(place)")
            }
            return found
        }
        guard kind.isPersonal else { return found }
        switch place {
        case .preferences: found.append("preferences are a property list in the clear, in every backup")
        case .temporary where kind != .personalCache: found.append("the system removes what is in temporary folders")
        case .iCloudDrive, .cloudKit:
            if !isSealed { found.append("the provider can read it, since it is not sealed") }
        case .keychain, .secureEnclave, .files, .databases, .appGroupContainer, .temporary: break
        }
        if let least = kind.leastProtection, facts.defaultProtection != nil {
            let actual = protection ?? facts.defaultProtection ?? .none
            if actual.strength < least.strength { found.append("its protection class is \(actual), and it wants \(least) at least") }
        }
        if kind != .personal, !isExcludedFromBackup, facts.isInBackups { found.append("backups carry it") }
        if kind == .health, !isSealed { found.append("it is not sealed") }
        return found
    }
}

extension DataKind {
    /// The least protection class of a file with it.
    var leastProtection: FileProtection? {
        switch self {
        case .health: .complete
        case .personal, .personalCache: .completeUnlessOpen
        case .token, .password, .pin, .key, .apiKey, .preference, .publicCache: nil
        }
    }
}

extension FileProtection {
    /// Larger is stricter.
    var strength: Int {
        switch self {
        case .complete: 3
        case .completeUnlessOpen: 2
        case .completeUntilFirstUserAuthentication: 1
        case .none: 0
        }
    }
}
