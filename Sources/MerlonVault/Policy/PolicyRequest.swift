/// Under which policy an item is to be kept: a given one, or the store's default.
public struct PolicyRequest: Hashable, Sendable {
    private let policy: AccessPolicy?

    private init(_ policy: AccessPolicy?) { self.policy = policy }

    /// The strictest policy that the store can enforce without asking a person at each read: this device alone, while unlocked; where a store
    /// knows no lock state, this device alone.
    ///
    /// What asks a person, or goes with the passcode, is asked for by name: it changes how the app works, and when the item is lost.
    public static let `default` = PolicyRequest(nil)

    /// This policy. A store that cannot enforce it throws ``VaultError/Code/unsupportedPolicy``.
    public static func exactly(_ policy: AccessPolicy) -> PolicyRequest { PolicyRequest(policy) }

    /// As ``AccessPolicy/thisDevice(_:presence:)``.
    public static func thisDevice(
        _ availability: AccessPolicy.Availability = .whenUnlocked, presence: AccessPolicy.Presence = .none
    ) -> PolicyRequest { PolicyRequest(.thisDevice(availability, presence: presence)) }

    /// As ``AccessPolicy/synchronised(_:)``.
    public static func synchronised(_ availability: AccessPolicy.SynchronisedAvailability = .whenUnlocked) -> PolicyRequest {
        PolicyRequest(.synchronised(availability))
    }

    /// What ``default`` tries, the strictest first.
    static let candidates: [AccessPolicy] = [.thisDevice(.whenUnlocked), .thisDevice(.afterFirstUnlock)]

    /// The policy for a store, which can enforce it.
    func resolved(for store: any SecretStore) throws(VaultError) -> AccessPolicy {
        if let policy {
            if let obstacle = store.obstacle(to: policy) {
                throw VaultError(.unsupportedPolicy, "The store cannot keep the item so: \(obstacle).")
            }
            return policy
        }
        for candidate in Self.candidates where store.obstacle(to: candidate) == nil { return candidate }
        throw VaultError(.unsupportedPolicy, "The store can keep nothing on this device alone.")
    }
}
