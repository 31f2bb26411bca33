import MerlonCommandLine
import Testing

@Suite("Parsing of the command line")
struct ParsingTests {
    @Test(
        "Valid lines",
        arguments: [
            ("draw a", "round|-|||||a"),
            ("draw --shape square a b", "square|-||||-|a+b"),
            ("draw --shape=square a", "square|-||||-|a"),
            ("draw a --shape square", "square|-||||-|a"),
            ("draw -s square a", "square|-||||-|a"),
            ("draw -ssquare a", "square|-||||-|a"),
            ("draw -qv a", "round|-||quiet|verbose|-|a"),
            ("draw -qvs square a", "square|-||quiet|verbose|-|a"),
            ("draw -q -q a", "round|-||quiet||-|a"),
            ("draw --tag x --tag y,z -tw a", "round|-|x+y+z+w|||-|a"),
            ("draw --size 9 a", "round|9||||-|a"),
            ("draw --file=--x a", "round|-||||--x|a"),
            ("draw --file --x a", "round|-||||--x|a"),
            ("draw --file=a=b a", "round|-||||a=b|a"),
            ("draw -- --shape", "round|-||||-|--shape"),
            ("draw a -- -- -x", "round|-||||-|a+--+-x"),
            ("draw -", "round|-||||-|-"),
            ("draw again --often 2 a", "again [\"a\"] 2"),
            ("draw ./again", "round|-||||-|./again"),
            ("draw a again", "round|-||||-|a+again"),
            ("count 3", "[3] []"),
            ("count 3 because", "[3] [\"because\"]"),
        ])
    func valid(line: String, expected: String) async {
        let run = await SampleRun(line.split(separator: " ").map(String.init))
        #expect(run.output == expected.replacing("|||||", with: "||||-|"))
        #expect(run.errors.isEmpty)
    }

    @Test(
        "Invalid lines: status 2, an error line, and a hint",
        arguments: [
            ("drow a", "unknown command 'drow'", "did you mean 'sample draw'?"),
            ("xyzzy", "unknown command 'xyzzy'", "see 'sample help'"),
            ("--versoin", "unknown option '--versoin'", "did you mean '--version'?"),
            ("--quiet draw", "unknown option '--quiet'", "options stand behind a command: 'sample COMMAND --quiet'"),
            ("draw --shap square a", "unknown option '--shap'", "did you mean '--shape'?"),
            ("draw --sahpe square a", "unknown option '--sahpe'", "did you mean '--shape'?"),
            ("draw --colour=red a", "unknown option '--colour'", "see 'sample draw --help'"),
            ("draw -x a", "unknown option '-x'", "see 'sample draw --help'"),
            ("draw -qx a", "unknown option '-x'", "see 'sample draw --help'"),
            ("draw --shape", "--shape needs a value: --shape SHAPE", "see 'sample draw --help'"),
            ("draw -s", "-s needs a value: -s SHAPE", "see 'sample draw --help'"),
            ("draw --shape sqare a", "'sqare' is no value for --shape", "expected round, square, triangular (did you mean 'square'?)"),
            ("draw --shape=hexagonal a", "'hexagonal' is no value for --shape", "expected round, square, triangular"),
            ("draw --shape= a", "'' is no value for --shape", "expected round, square, triangular"),
            ("draw --size 0 a", "'0' is no value for --size", "expected a whole number from 1 to 9"),
            ("draw --size x a", "'x' is no value for --size", "expected a whole number from 1 to 9"),
            ("draw --size 99999999999999999999 a", "'99999999999999999999' is no value for --size", "expected a whole number from 1 to 9"),
            ("draw --file= a", "'' is no value for --file", "expected a path"),
            ("draw --quiet=yes a", "--quiet takes no value", nil),
            ("draw --shape round --shape square a", "--shape is given more than once", nil),
            ("draw", "PATH is missing", "see 'sample draw --help'"),
            ("draw --", "PATH is missing", "see 'sample draw --help'"),
            ("count", "COUNT is missing", "see 'sample count --help'"),
            ("count many", "'many' is no value for COUNT", "expected a whole number from 0 to 99"),
            ("count 1 2 3", "'3' is one argument too many", "see 'sample count --help'"),
            ("completions tcsh", "'tcsh' is no value for SHELL", "expected bash, zsh, fish"),
            ("help drawn", "unknown command 'drawn'", "did you mean 'sample draw'?"),
        ] as [(String, String, String?)])
    func invalid(line: String, error: String, hint: String?) async {
        let run = await SampleRun(line.split(separator: " ").map(String.init))
        #expect(run.errors == "error: \(error)\n" + (hint.map { "hint: \($0)\n" } ?? ""))
        #expect(run.status == .usage)
        #expect(run.output.isEmpty)
    }

    @Test("A command's status is the program's; what it throws beside its own errors is a defect")
    func statuses() async {
        #expect(await SampleRun(["draw", "a"]).status == .findings)
        #expect(await SampleRun(["count", "1"]).status == .success)
        let failed = await SampleRun(["fail"])
        #expect(failed.status == .internalFault)
        #expect(failed.errors.hasPrefix("error: internal fault: Defect()"))
    }

    @Test("An argument can neither break the error line nor steer the terminal")
    func controlCharacters() async {
        let run = await SampleRun(["draw", "--size", "1\n\u{1B}[2J\u{85}", "a"])
        #expect(run.errors.hasPrefix("error: '1\u{FFFD}\u{FFFD}[2J\u{FFFD}' is no value for --size\nhint: "))
    }
}
