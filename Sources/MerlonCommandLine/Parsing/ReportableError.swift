/// An error that is the user's or the input's, not the program's: it is reported in one line, with a hint in another, and the status is 2.
public protocol ReportableError: Error {
    /// What went wrong, as it follows `error: `.
    var errorLine: String { get }
    /// What to do about it, as it follows `hint: `; `nil` when nothing is known to help.
    var hintLine: String? { get }
}

extension CommandLineError: ReportableError {
    public var errorLine: String { reason }
    public var hintLine: String? { hint }
}
