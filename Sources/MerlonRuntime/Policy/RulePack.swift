public import MerlonCore

/// Changes to a policy that come without a release: a check that misjudges a new system is switched off, weights are set anew.
///
/// It is data, signed by a key that the app carries (``open(_:keys:after:at:)``). It names checks and numbers and cannot bring code. Numbers only
/// grow: the app keeps the last one that it took, so that nobody brings an older pack back.
public struct RulePack: Hashable, Codable, Sendable {
    /// Which pack it is: 1 and up, each greater than the one before.
    public var number: Int
    /// When it stops to be taken; `nil` for never.
    public var expires: WallTime?
    /// Detectors to switch off.
    public var disabledDetectors: Set<String>
    /// Detectors to switch on again, which the app's own policy has off.
    public var enabledDetectors: Set<String>
    /// Points of single indicators, by id.
    public var weights: [String: Int]
    /// System versions up to which facts are known to mean what they seem to, by platform name.
    public var knownSystems: [String: String]
    /// Circumstances in which an indicator does not count, besides those of the policy.
    public var exceptions: [ShieldException]

    /// Makes a pack.
    public init(
        number: Int, expires: WallTime? = nil, disabledDetectors: Set<String> = [], enabledDetectors: Set<String> = [],
        weights: [String: Int] = [:], knownSystems: [String: String] = [:], exceptions: [ShieldException] = []
    ) {
        self.number = number
        self.expires = expires
        self.disabledDetectors = disabledDetectors
        self.enabledDetectors = enabledDetectors
        self.weights = weights
        self.knownSystems = knownSystems
        self.exceptions = exceptions
    }

    private enum CodingKeys: String, CodingKey {
        case number, expires, disabledDetectors, enabledDetectors, weights, knownSystems, exceptions
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            number: try members.decode(Int.self, forKey: .number), expires: try members.decodeIfPresent(WallTime.self, forKey: .expires),
            disabledDetectors: try members.decodeIfPresent(Set<String>.self, forKey: .disabledDetectors) ?? [],
            enabledDetectors: try members.decodeIfPresent(Set<String>.self, forKey: .enabledDetectors) ?? [],
            weights: try members.decodeIfPresent([String: Int].self, forKey: .weights) ?? [:],
            knownSystems: try members.decodeIfPresent([String: String].self, forKey: .knownSystems) ?? [:],
            exceptions: try members.decodeIfPresent([ShieldException].self, forKey: .exceptions) ?? [])
    }
}

extension ShieldPolicy {
    /// The policy with the pack's changes. What the policy requires stays required: a pack that switches a required check off makes the verdict
    /// suspicious, not clear.
    public func applying(_ pack: RulePack) -> ShieldPolicy {
        var policy = self
        policy.disabledDetectors = disabledDetectors.subtracting(pack.enabledDetectors).union(pack.disabledDetectors)
        policy.weights.merge(pack.weights) { $1 }
        policy.knownSystems.merge(pack.knownSystems) { $1 }
        policy.exceptions += pack.exceptions
        return policy
    }
}
