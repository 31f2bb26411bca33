/// Renders a report in one format.
public protocol Reporter: Sendable {
    /// The whole rendering, as UTF-8 text.
    func render(_ report: AuditReport, rules: [any Rule]) -> String
}
