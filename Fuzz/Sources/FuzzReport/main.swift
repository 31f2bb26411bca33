import FuzzRunner
import MerlonAudit

fuzz { bytes in
    guard let report = try? AuditReport(parsing: bytes, path: "fuzz") else { return }
    let text = JSONReporter().render(report, rules: [])
    guard let read = try? AuditReport(parsing: Array(text.utf8), path: "fuzz") else { preconditionFailure("what was written is not read") }
    precondition(JSONReporter().render(read, rules: []) == text, "what was written reads as something else")
    for format in ReportFormat.allCases { _ = format.reporter().render(report, rules: []) }
}
