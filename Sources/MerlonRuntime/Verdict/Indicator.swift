/// One thing that a detector found in the facts: what, how sure, where, and what to make of it.
public struct Indicator: Hashable, Codable, Sendable {
    /// What it speaks of.
    public enum Category: String, Codable, CaseIterable, Sendable {
        /// The system's protections were taken away: jailbreak, root.
        case systemIntegrity = "system-integrity"
        /// Somebody watches or steers the process: debugger, breakpoint, watchpoint, tracer.
        case debugging
        /// A tool for reverse engineering is here or at work.
        case tooling
        /// Code of the process is not what was shipped: hooks, patches, foreign code.
        case hooking
        /// What was shipped is not what was built: signature, identity, origin, files.
        case tampering
        /// Where it runs: simulator, emulator, virtual machine, container, unknown system build. Context, no threat by itself.
        case environment
        /// How the device is set up: no passcode, no Secure Enclave, proxy, lockdown mode. Context, no threat by itself.
        case posture

        /// Whether indicators of this category can make a verdict worse than clear.
        public var isThreat: Bool { self != .environment && self != .posture }
    }

    /// How far one indicator alone can be trusted.
    public enum Confidence: Int, Codable, CaseIterable, Comparable, Sendable {
        /// Ordinary devices show it too. Never enough alone, in any number of its kind.
        case weak = 1
        /// Rare on ordinary devices.
        case firm = 2
        /// Cannot come about without an attack or a defect.
        case certain = 3

        public static func < (left: Confidence, right: Confidence) -> Bool { left.rawValue < right.rawValue }
    }

    /// What was seen, and how it was read. For a log; no user data.
    public struct Evidence: Hashable, Codable, Sendable {
        /// What was seen, such as `executable mapping /memfd:frida-agent-64.so`.
        public var what: String
        /// Where: an address range, a path, a symbol, a port; empty when there is no such place.
        public var place: String
        /// Which interface said so, such as `/proc/self/maps` or `sysctl(KERN_PROC_PID)`.
        public var source: String

        /// Makes a piece of evidence; each text is cut at 512 characters.
        public init(_ what: String, place: String = "", source: String) {
            self.what = Self.cut(what)
            self.place = Self.cut(place)
            self.source = Self.cut(source)
        }

        /// Characters are counted only when there are more bytes than that.
        private static func cut(_ text: String) -> String { text.utf8.count <= 512 ? text : String(text.prefix(512)) }
    }

    /// Its stable name, such as `linux-tracer`. One name, one meaning, for ever.
    public var id: String
    /// What it speaks of.
    public var category: Category
    /// How far it can be trusted alone.
    public var confidence: Confidence
    /// What it rests on: at least one piece, at most ``maximumEvidence``.
    public var evidence: [Evidence]
    /// The MASTG test that asks for the check, such as `MASTG-TEST-0240`; `nil` when none does.
    public var test: String?
    /// What to make of it, and what else can cause it; one or two sentences for the app's developer.
    public var advice: String
    /// Facts that stand for the same thing share a source family, so that one cause is not counted twice as corroboration.
    public var family: String

    /// At most so many pieces of evidence are kept.
    public static let maximumEvidence = 32

    /// Makes an indicator. `family` is the id unless said otherwise.
    public init(
        _ id: String, _ category: Category, _ confidence: Confidence, evidence: [Evidence], test: String? = nil, advice: String,
        family: String? = nil
    ) {
        self.id = id
        self.category = category
        self.confidence = confidence
        self.evidence = Array(evidence.prefix(Self.maximumEvidence))
        self.test = test
        self.advice = advice
        self.family = family ?? id
    }
}
