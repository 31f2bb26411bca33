public import MerlonAuth
public import MerlonCommandLine

extension AuthError: ReportableError {
    /// The reason as it goes on behind `error: `: without its full stop.
    public var errorLine: String { reason.hasSuffix(".") ? String(reason.dropLast()) : reason }
    public var hintLine: String? { nil }
}
