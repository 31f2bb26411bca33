/// How a program ended.
public struct ExitStatus: RawRepresentable, Hashable, Sendable {
    /// Done, and nothing to complain about.
    public static let success = ExitStatus(rawValue: 0)
    /// Done, and what was examined did not pass.
    public static let findings = ExitStatus(rawValue: 1)
    /// Wrong use, or input that cannot be read or is malformed, or output that cannot be written.
    public static let usage = ExitStatus(rawValue: 2)
    /// A defect of the program.
    public static let internalFault = ExitStatus(rawValue: 3)

    /// 0 to 255.
    public var rawValue: Int32

    /// Makes a status.
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// An exit status with what it means for one command.
public struct ExitStatusMeaning: Hashable, Sendable {
    /// The status.
    public var status: ExitStatus
    /// What it says, in a few words.
    public var meaning: String

    /// Makes it.
    public init(_ status: ExitStatus, _ meaning: String) {
        self.status = status
        self.meaning = meaning
    }
}
