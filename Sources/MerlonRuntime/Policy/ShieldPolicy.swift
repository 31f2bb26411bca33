/// What an app makes of indicators. Data: it can be stored, signed and replaced without a release.
public struct ShieldPolicy: Hashable, Codable, Sendable {
    /// Points an indicator needs to bring for the process to be called suspicious, and compromised.
    public struct Thresholds: Hashable, Codable, Sendable {
        /// From so many points on it is suspicious.
        public var suspicious: Int
        /// From so many points on it is compromised.
        public var compromised: Int

        /// Makes thresholds; `compromised` is at least `suspicious`, both at least 1.
        public init(suspicious: Int, compromised: Int) {
            self.suspicious = max(suspicious, 1)
            self.compromised = max(compromised, self.suspicious)
        }
    }

    /// Its name, for logs.
    public var name: String
    /// What points come to.
    public var thresholds: Thresholds
    /// Points by confidence: weak, firm, certain. A family counts once, with its best indicator; weak families together count no more than
    /// just below `suspicious`.
    public var points: [Int]
    /// Points of single indicators in the place of those of their confidence, by id.
    public var weights: [String: Int]
    /// Detectors that are off, by id: for a check that fails on a new system before an update is out.
    public var disabledDetectors: Set<String>
    /// Categories that count against the process though they are context, such as the simulator for an app that never runs there.
    public var threateningContext: Set<String>
    /// Detectors that must have decided: one that could not makes the verdict suspicious.
    public var requiredDetectors: Set<String>
    /// System versions (`17`, `17.4`) up to which the facts are known to mean what they seem to, by platform name. On a newer system everything
    /// that is not certain counts as one step weaker.
    public var knownSystems: [String: String]
    /// Circumstances in which an indicator does not count.
    public var exceptions: [ShieldException]

    /// Makes a policy.
    public init(
        name: String, thresholds: Thresholds, points: [Int] = [1, 4, 10], weights: [String: Int] = [:], disabledDetectors: Set<String> = [],
        threateningContext: Set<String> = [], requiredDetectors: Set<String> = [], knownSystems: [String: String] = [:],
        exceptions: [ShieldException] = []
    ) {
        self.name = name
        self.thresholds = thresholds
        self.points = points
        self.weights = weights
        self.disabledDetectors = disabledDetectors
        self.threateningContext = threateningContext
        self.requiredDetectors = requiredDetectors
        self.knownSystems = knownSystems
        self.exceptions = exceptions
    }

    private enum CodingKeys: String, CodingKey {
        case name, thresholds, points, weights, disabledDetectors, threateningContext, requiredDetectors, knownSystems, exceptions
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let thresholds = try members.decode(Thresholds.self, forKey: .thresholds)
        self.init(
            name: try members.decode(String.self, forKey: .name),
            // By way of its initializer: thresholds that an edited file has below their least would make everything compromised, or nothing.
            thresholds: Thresholds(suspicious: thresholds.suspicious, compromised: thresholds.compromised),
            points: try members.decode([Int].self, forKey: .points), weights: try members.decode([String: Int].self, forKey: .weights),
            disabledDetectors: try members.decode(Set<String>.self, forKey: .disabledDetectors),
            threateningContext: try members.decode(Set<String>.self, forKey: .threateningContext),
            requiredDetectors: try members.decode(Set<String>.self, forKey: .requiredDetectors),
            knownSystems: try members.decode([String: String].self, forKey: .knownSystems),
            // Policies that were stored before there were any have none.
            exceptions: try members.decodeIfPresent([ShieldException].self, forKey: .exceptions) ?? [])
    }

    /// For apps that hold money or health records: one firm indicator makes it suspicious, one certain or two independent firm ones compromised.
    public static let bank = ShieldPolicy(
        name: "bank", thresholds: .init(suspicious: 4, compromised: 8), knownSystems: knownSystems)
    /// Records, and is never worse than suspicious.
    public static let observe = ShieldPolicy(
        name: "observe", thresholds: .init(suspicious: 4, compromised: .max), knownSystems: knownSystems)

    /// The newest systems of Apple that the rules were written for. Linux's checks compare the process with itself and do not age so.
    private static let knownSystems = ["iOS": "26", "macOS": "26"]
}
