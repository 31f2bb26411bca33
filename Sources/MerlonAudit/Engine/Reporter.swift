/// Renders a report in one format. Options of the rendering belong to the reporter; see ``ReportFormat/reporter(colour:width:)``.
public protocol Reporter: Sendable {
    /// The whole rendering, as UTF-8 text that ends with a line end. The same report gives the same text.
    ///
    /// - Parameter rules: What is known about the rules that were run; a finding of a rule that is not among them is rendered all the same.
    func render(_ report: AuditReport, rules: [RuleMetadata]) -> String
}
