public import MerlonCore

/// The result of one run over one or more targets.
public struct AuditReport: Codable, Sendable {
    /// The version of Merlon that made it.
    public var toolVersion: String
    /// The time that expiry was judged by.
    public var at: WallTime
    /// One entry a target, in the order given.
    public var targets: [TargetReport]
    /// The testing profile whose tests have verdicts; `nil` when every test has one.
    public var profile: Profile?
    /// What became of the baseline, when one was applied.
    public var baseline: BaselineUse?

    /// Makes it.
    public init(toolVersion: String, at: WallTime, targets: [TargetReport], profile: Profile? = nil, baseline: BaselineUse? = nil) {
        self.toolVersion = toolVersion
        self.at = at
        self.targets = targets
        self.profile = profile
        self.baseline = baseline
    }
}

/// What was found in one target.
public struct TargetReport: Codable, Sendable {
    /// The path as given.
    public var path: String
    /// What the target could not be read for, with the place; the rest is empty then.
    public var failure: String?
    /// The outermost artifacts, stripped of what only rules need.
    public var artifacts: [ArtifactSummary]
    /// What counts, in the order of the rules.
    public var findings: [Finding]
    /// Findings that the baseline holds back, with its reason.
    public var suppressed: [SuppressedFinding]
    /// One entry for each MASTG test of the profile, in the order of their numbers.
    public var verdicts: [TestVerdict]
    /// Embedded libraries with versions (MASTG-TEST-0275).
    public var inventory: [Component]
    /// Parts that could not be read, with the reason; the rest was audited all the same.
    public var notes: [String]

    /// Makes it.
    public init(
        path: String, failure: String? = nil, artifacts: [ArtifactSummary] = [], findings: [Finding] = [],
        suppressed: [SuppressedFinding] = [], verdicts: [TestVerdict] = [], inventory: [Component] = [], notes: [String] = []
    ) {
        self.path = path
        self.failure = failure
        self.artifacts = artifacts
        self.findings = findings
        self.suppressed = suppressed
        self.verdicts = verdicts
        self.inventory = inventory
        self.notes = notes
    }
}

/// What a report says of an artifact.
public struct ArtifactSummary: Codable, Sendable {
    /// What it is: an app, a framework, a bare Mach-O …
    public var kind: Artifact.Kind
    /// In its target; empty for the target itself.
    public var path: String
    /// The name that people know it by.
    public var name: String
    /// `CFBundleIdentifier`.
    public var identifier: String?
    /// `CFBundleShortVersionString`, with the build in brackets.
    public var version: String?
    /// `arm64`, or several joined by blanks.
    public var architectures: [String]
    /// `ios`, `macos` …, of the first slice.
    public var platform: String?
    /// The oldest system that it runs on, such as `15.0`.
    public var minimumOS: String?
    /// The team identifier in its signature.
    public var team: String?
    /// A slice is encrypted by FairPlay, so its code cannot be read.
    public var isEncrypted: Bool
    /// Frameworks for other languages that were recognised.
    public var runtimes: [AppRuntime]

    /// Makes it.
    public init(
        kind: Artifact.Kind, path: String, name: String, identifier: String? = nil, version: String? = nil, architectures: [String] = [],
        platform: String? = nil, minimumOS: String? = nil, team: String? = nil, isEncrypted: Bool = false, runtimes: [AppRuntime] = []
    ) {
        self.kind = kind
        self.path = path
        self.name = name
        self.identifier = identifier
        self.version = version
        self.architectures = architectures
        self.platform = platform
        self.minimumOS = minimumOS
        self.team = team
        self.isEncrypted = isEncrypted
        self.runtimes = runtimes
    }
}

/// A library that the app carries.
public struct Component: Hashable, Codable, Sendable {
    /// As its bundle or its code names it.
    public var name: String
    /// `nil` when nothing states it.
    public var version: String?
    /// Where it was seen.
    public var path: String

    /// Makes it.
    public init(name: String, version: String?, path: String) {
        self.name = name
        self.version = version
        self.path = path
    }
}

/// A finding that a baseline holds back.
public struct SuppressedFinding: Codable, Sendable {
    /// What would count without the baseline.
    public var finding: Finding
    /// Why it does not count, as the baseline says.
    public var reason: String

    /// Makes it.
    public init(finding: Finding, reason: String) {
        self.finding = finding
        self.reason = reason
    }
}
