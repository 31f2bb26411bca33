import MerlonCommandLine

/// An error of a library whose reason is a sentence.
protocol ReasonedError: ReportableError {
    /// What went wrong.
    var reason: String { get }
}

extension ReasonedError {
    /// The reason as it goes on behind `error: `: without its full stop.
    var errorLine: String { reason.hasSuffix(".") ? String(reason.dropLast()) : reason }
    var hintLine: String? { nil }
}
