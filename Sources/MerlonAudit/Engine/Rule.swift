public import MerlonCore

/// Looks for one weakness in one artifact.
///
/// A rule is a pure function of the artifact and the context. Each stands in a file of its own under `Rules/<Area>/`.
public protocol Rule: Sendable {
    /// What it is about; the same for every run.
    var metadata: RuleMetadata { get }

    /// What it wants located in code; nothing unless it says so.
    var interests: CodeInterests { get }

    /// Looks at the artifact.
    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome
}

extension Rule {
    public var interests: CodeInterests { CodeInterests() }
}

/// What a rule may know besides the artifact.
public struct AuditContext: Sendable {
    /// The time that expiry is judged by.
    public var now: WallTime
    /// The app that holds the artifact; the artifact itself when it is the outermost.
    public var root: Artifact
    /// Look-up tables of the slices, shared by all rules that are given this context.
    let indexes = SliceIndexCache()
    /// Secrets of the slices, searched for once.
    let secrets = SecretCache()

    /// Makes it. One context serves all artifacts and rules of a target.
    public init(now: WallTime, root: Artifact) {
        self.now = now
        self.root = root
    }
}

/// What a rule says of one artifact. Nothing is ever "passed" because nothing was looked at: a pass names what was examined.
public enum RuleOutcome: Codable, Sendable {
    /// The weakness is there. Never empty.
    case findings([Finding])
    /// It was looked for, in what `examined` says, and is not there.
    case pass(examined: String)
    /// A person has to decide; what to look at, with the places if there are any.
    case manual(lookAt: String, evidence: [Evidence])
    /// It could not be looked for: encrypted, not included, not readable.
    case notDecidable(because: String)
    /// The question does not arise for this artifact.
    case notApplicable(because: String)
}

/// What is said about a rule to people, machines and tests.
public struct RuleMetadata: Sendable {
    /// What the rule is run on.
    public enum Scope: String, Codable, Sendable {
        /// Each artifact by itself.
        case artifact
        /// The outermost artifact only; the rule looks at what is within it.
        case root
        /// The data of an app, which no other rule is asked of.
        case container
    }

    /// Lower-case words joined by hyphens, area first: `network-ats-arbitrary-loads`. Stable for ever.
    public var id: String
    /// A short title.
    public var title: String
    /// The MASVS control group that it belongs to.
    public var area: MASVSArea
    /// `MASVS-NETWORK-1` …
    public var controls: [String]
    /// `MASTG-TEST-0322` … that its findings fail and its pass speaks for.
    public var tests: [String]
    /// `MASWE-0050` …
    public var weaknesses: [String]
    /// CWE numbers.
    public var cwe: [Int]
    /// The severity of a plain finding; a rule may report lower or higher by what it sees.
    public var severity: Severity
    /// What it is run on.
    public var scope: Scope
    /// The rule reads load commands, symbol tables and signatures alone, which FairPlay leaves in the clear: an encrypted slice does not
    /// stop it.
    public var readsHeadersOnly: Bool
    /// Why it matters, in two or three sentences.
    public var rationale: String
    /// What to do.
    public var fix: Fix
    /// Artifacts that the rule must report, and such as it must not. They are its documentation and its tests, made anew when asked for.
    public var examples: [RuleExample] { makeExamples() }
    private let makeExamples: @Sendable () -> [RuleExample]

    /// Makes it.
    public init(
        id: String, title: String, area: MASVSArea, controls: [String], tests: [String], weaknesses: [String], cwe: [Int],
        severity: Severity,
        scope: Scope = .artifact, readsHeadersOnly: Bool = false, rationale: String, fix: Fix,
        examples: @autoclosure @escaping @Sendable () -> [RuleExample]
    ) {
        self.id = id
        self.title = title
        self.area = area
        self.controls = controls
        self.tests = tests
        self.weaknesses = weaknesses
        self.cwe = cwe
        self.severity = severity
        self.scope = scope
        self.readsHeadersOnly = readsHeadersOnly
        self.rationale = rationale
        self.fix = fix
        self.makeExamples = examples
    }
}

/// How to mend a weakness.
public struct Fix: Hashable, Codable, Sendable {
    /// What to do, in a sentence or two.
    public var text: String
    /// Merlon's API for it, such as `MerlonPinning.PinSet`; `nil` where Merlon has none to offer.
    public var api: String?
    /// The API is in the design and not yet in the package.
    public var isPlanned: Bool

    /// Makes it.
    public init(_ text: String, api: String? = nil, isPlanned: Bool = false) {
        self.text = text
        self.api = api
        self.isPlanned = isPlanned
    }
}

/// An artifact with what the rule must say of it.
public struct RuleExample: Sendable {
    /// What is expected.
    public enum Expectation: String, Sendable { case findings, pass, manual, notDecidable, notApplicable }

    /// The time by which examples are judged: 2026-01-01T00:00:00Z.
    public static let now = WallTime(seconds: 1_767_225_600)

    /// What it shows, in a few words.
    public var title: String
    /// What the rule must say.
    public var expectation: Expectation
    /// What it says it of.
    public var artifact: Artifact

    /// An artifact that has the weakness.
    public static func bad(_ title: String, _ artifact: Artifact) -> RuleExample { .init(title, expects: .findings, artifact) }

    /// An artifact that has been examined and has it not.
    public static func good(_ title: String, _ artifact: Artifact) -> RuleExample { .init(title, expects: .pass, artifact) }

    /// An artifact with any expectation.
    public init(_ title: String, expects expectation: Expectation, _ artifact: Artifact) {
        self.title = title
        self.expectation = expectation
        self.artifact = artifact
    }
}
