public import MerlonAudit
public import MerlonCommandLine

extension AuditError: ReportableError {
    public var errorLine: String { description }
    public var hintLine: String? { hint }
}
