/// One of the tests of OWASP MASTG v2 for iOS.
public struct MASTGTest: Hashable, Codable, Sendable {
    /// How the MASTG means it to be decided.
    public enum Method: String, Codable, CaseIterable, Sendable {
        /// From what was shipped, by a tool alone.
        case analysis
        /// From what was shipped; a person judges what a tool points at.
        case review
        /// From the running app, its traffic, or what it left on the device.
        case running
    }

    /// `MASTG-TEST-0322`.
    public let id: String
    /// What is tested, in our words.
    public let title: String
    /// The MASVS control group that it belongs to.
    public let area: MASVSArea
    /// The MASVS controls that it speaks for.
    public let controls: [String]
    /// `MASWE-0050`.
    public let weakness: String
    /// The testing profiles that it is part of.
    public let profiles: Set<Profile.Level>
    /// How it is meant to be decided.
    public let method: Method
    /// What a person has to look at or do where a tool cannot decide, and with which tool.
    public let lookAt: String

    /// The 88 tests, in the order of their numbers.
    public static let all: [MASTGTest] =
        (storage + crypto + auth + network + platform + code + resilience + privacy).sorted { $0.id < $1.id }

    /// The test with the given id, such as `MASTG-TEST-0322`.
    public static func test(_ id: String) -> MASTGTest? { byID[id] }

    private static let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    // Not inlined: 88 copies in a few initializers of globals would take the optimizer a long time.
    @inline(never)
    init(
        _ number: Int, _ title: String, _ area: MASVSArea, _ controls: [Int], weakness: Int, _ profiles: Set<Profile.Level>,
        _ method: Method, _ lookAt: String
    ) {
        id = "MASTG-TEST-" + Self.padded(number)
        self.title = title
        self.area = area
        self.controls = controls.map { "MASVS-\(area.rawValue)-\($0)" }
        self.weakness = "MASWE-" + Self.padded(weakness)
        self.profiles = profiles
        self.method = method
        self.lookAt = lookAt
    }

    private static func padded(_ number: Int) -> String { String(("0000" + String(number)).suffix(4)) }
}
