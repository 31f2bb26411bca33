import MerlonCommandLine

/// A program that uses every feature of the definition; its commands print what they were given.
enum SampleProgram {
    enum Shape: String, CaseIterable, Sendable { case round, square, triangular }

    static let shape = Option("shape", short: "s", .choice("SHAPE"), default: Shape.round, shownAs: "round", "the form")
    static let size = Option.optional("size", .number("N", in: 1...9), "the size")
    static let tags = Option.list("tag", short: "t", .text("TAG", offering: { ["red", "green"] }), "a tag")
    static let quiet = Option.flag("quiet", short: "q", "say less")
    static let verbose = Option.flag("verbose", short: "v", "say more")
    static let file = Option.optional("file", .path("FILE"), "a file, with 'quotes' and [brackets]: colons too")
    static let paths = Argument(.path("PATH"), count: .oneOrMore, "what to draw")
    static let first = Argument(.number("COUNT", in: 0...99), "how many")
    static let second = Argument(.text("NOTE"), count: .zeroOrOne, "why")

    static let draw = Command(
        name: "draw", abstract: "draw shapes", discussion: "Draws\nthem all.\n\n.A second paragraph with a \\ in it.",
        arguments: [paths.definition],
        options: [shape.definition, size.definition, tags.definition, quiet.definition, verbose.definition, file.definition],
        examples: [Example("sample draw --shape square a", "Draws a square.")],
        exitStatuses: [ExitStatusMeaning(.success, "drawn"), ExitStatusMeaning(.findings, "not drawn")]
    ) { invocation in
        let size = try invocation.value(of: size).map(String.init) ?? "-"
        let words = [
            try invocation.value(of: shape).rawValue, size, try invocation.value(of: tags).joined(separator: "+"),
            try invocation.value(of: quiet) ? "quiet" : "", try invocation.value(of: verbose) ? "verbose" : "",
            try invocation.value(of: file) ?? "-", try invocation.values(of: paths).joined(separator: "+"),
        ]
        try invocation.console.output.write(words.joined(separator: "|"))
        return .findings
    }

    static let count = Command(
        name: "count", abstract: "count", arguments: [first.definition, second.definition], examples: [Example("sample count 3", "Counts.")]
    ) { invocation in
        try invocation.console.output.write("\(invocation.values(of: first)) \(invocation.values(of: second))")
        return .success
    }

    static let often = Option.optional("often", .number("N", in: 1...9), "how often")
    static let again = Command(
        name: "draw again", abstract: "draw once more", arguments: [paths.definition], options: [often.definition],
        examples: [Example("sample draw again --often 2 a", "Draws it twice more.")]
    ) { invocation in
        try invocation.console.output.write("again \(invocation.values(of: paths)) \(invocation.value(of: often) ?? 1)")
        return .success
    }

    struct Defect: Error {}
    static let fail = Command(name: "fail", abstract: "fail", examples: [Example("sample fail", "Fails.")]) { _ in throw Defect() }

    static let program = Program(
        name: "sample", version: "1.2.3", abstract: "does nothing useful", commands: [draw, again, count, fail],
        environment: [EnvironmentVariable("NO_COLOR", "No colour.")])
}

/// Collects what is written.
final class MemorySink: ByteSink, @unchecked Sendable {
    // Written by the one task that runs the command, read when that has ended.
    private(set) var bytes: [UInt8] = []
    let terminalWidth: Int?

    init(terminalWidth: Int? = nil) { self.terminalWidth = terminalWidth }

    func write(_ bytes: some Collection<UInt8>) throws(CommandLineError) { self.bytes += bytes }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// What a run of the sample program left.
struct SampleRun {
    var status: ExitStatus
    var output: String
    var errors: String

    init(_ words: [String], environment: [String: String] = [:]) async {
        let output = MemorySink()
        let errors = MemorySink()
        let console = Console(output: output, errors: errors) { environment[$0] }
        status = await SampleProgram.program.run(words, console: console)
        self.output = output.text
        self.errors = errors.text
    }
}
