/// The formats of a report (`--format`).
public enum ReportFormat: String, CaseIterable, Sendable {
    case text, json, sarif, html, junit

    /// The reporter of this format.
    ///
    /// - Parameters:
    ///   - colour: Whether text for people has ANSI colours. Machines' formats have none.
    ///   - width: The columns of text for people; `nil` to not break lines.
    public func reporter(colour: Bool = false, width: Int? = 80) -> any Reporter {
        switch self {
        case .text: TextReporter(colour: colour, width: width)
        case .json: JSONReporter()
        case .sarif: SARIFReporter()
        case .html: HTMLReporter()
        case .junit: JUnitReporter()
        }
    }
}
