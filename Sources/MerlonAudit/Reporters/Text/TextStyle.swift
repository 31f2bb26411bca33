/// How a piece of text for people looks on a terminal.
enum TextStyle {
    case plain, strong, faint, heading
    case severity(Severity)
    case state(TestVerdict.State)

    /// The text with ANSI colours of the sixteen that every terminal has, so that they suit light and dark.
    func painted(_ text: String) -> String {
        guard let code, !text.isEmpty else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    private var code: String? {
        switch self {
        case .plain: nil
        case .strong: "1"
        case .faint: "2"
        case .heading: "1;4"
        case .severity(.high), .state(.fail): "1;31"
        case .severity(.medium): "33"
        case .severity(.low): "36"
        case .severity(.note), .state(.notApplicable): "2"
        case .state(.pass): "32"
        case .state(.manual): "35"
        case .state(.notDecidable): "33"
        }
    }
}
