import MerlonCore

/// What a command may know of its surroundings, and where its output goes. Replaced as a whole in tests.
public struct Console: Sendable {
    /// Standard output: what was asked for.
    public var output: any ByteSink
    /// Standard error: what went wrong, and how far the work is.
    public var errors: any ByteSink
    /// The value of an environment variable.
    public var environment: @Sendable (String) -> String?

    /// Makes a console.
    public init(output: any ByteSink, errors: any ByteSink, environment: @escaping @Sendable (String) -> String?) {
        self.output = output
        self.errors = errors
        self.environment = environment
    }

    /// How many columns text for people may use: `COLUMNS`, or the terminal's, or 80; 40 to 120.
    public var width: Int {
        let columns = environment("COLUMNS").flatMap { Int($0) } ?? output.terminalWidth ?? 80
        return min(max(columns, 40), 120)
    }

    /// Whether colours are welcome on standard output: it is a terminal that knows them, and `NO_COLOR` is not set (no-color.org).
    public var prefersColor: Bool {
        output.terminalWidth != nil && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    }

    /// Prints the error, and the hint if there is one, each on a line of its own.
    public func report(_ error: any ReportableError) {
        var text = "error: \(Self.singleLine(error.errorLine))\n"
        if let hint = error.hintLine { text += "hint: \(Self.singleLine(hint))\n" }
        // When standard error cannot be written either, nobody is left to be told.
        try? errors.write(text)
    }

    /// The text with each character replaced that is unsafe to show, so that a file's name can neither break the line nor steer the terminal.
    package static func singleLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isUnsafeToShow) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isUnsafeToShow ? "\u{FFFD}" : $0 }))
    }
}
