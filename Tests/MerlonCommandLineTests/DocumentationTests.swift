import MerlonCommandLine
import Testing
import TestSupport

@Suite("Help, manual page and completions")
struct DocumentationTests {
    @Test("Help names everything about a command, in lines that fit", arguments: [40, 60, 100])
    func help(width: Int) async {
        let run = await SampleRun(["draw", "--help"], environment: ["COLUMNS": String(width)])
        #expect(run.status == .success)
        let words = [
            "sample draw: draw shapes", "usage: sample draw [options] PATH...", "-s, --shape SHAPE", "    --size N", "(default:",
            "-h, --help",
            "sample draw --shape square a", "  0  drawn", "  1  not drawn",
        ]
        for word in words { #expect(run.output.contains(word), "\(word)") }
        // Only what must not be broken may be longer: the usage line, example lines and option names.
        let broken = run.output.split(separator: "\n").filter {
            $0.count > width && !$0.hasPrefix("usage: ") && !$0.hasPrefix("  sample ") && !$0.hasPrefix("  -") && !$0.hasPrefix("      -")
        }
        #expect(broken.isEmpty)
    }

    @Test("All ways to help lead there")
    func ways() async {
        let page = await SampleRun(["draw", "--help"]).output
        for words in [["help", "draw"], ["draw", "-h"], ["draw", "-qh"], ["draw", "a", "--help", "--shape"]] {
            #expect(await SampleRun(words).output == page, "\(words)")
        }
        let overview = await SampleRun(["help"])
        #expect(overview.output.contains("  draw ") && overview.output.contains("  completions "))
        #expect(await SampleRun(["--help"]).output == overview.output)
        let bare = await SampleRun([])
        #expect(bare.status == .usage && bare.output.isEmpty && bare.errors == overview.output)
        for words in [["version"], ["--version"]] { #expect(await SampleRun(words).output == "sample 1.2.3\n") }
    }

    @Test(
        "The manual page has no roff warning and keeps what is special to roff",
        .enabled(if: Executable("groff").isInstalled, "needs groff"))
    func manual() async throws {
        let page = await SampleRun(["man"]).output
        let shown = try Executable("groff").run(["-man", "-ww", "-Tascii", "-P-cbou"], input: page)
        #expect(shown.errors.isEmpty)
        #expect(shown.output.contains(".A second paragraph with a \\ in it."))
        #expect(shown.output.contains("sample draw [options] PATH..."))
        #expect(shown.output.contains("-s, --shape SHAPE"))
    }

    @Test(
        "bash completes",
        arguments: [
            ("sample dr", "draw"), ("sample draw --sha", "--shape"), ("sample draw --shape sq", "square"),
            ("sample draw -s tri", "triangular"),
            ("sample draw --tag r", "red"), ("sample completions z", "zsh"), ("sample help co", "completions count"),
            ("sample --ver", "--version"), ("sample draw ag", "again"), ("sample draw again --of", "--often"),
            ("sample draw again --sha", ""),
        ])
    func bash(line: String, expected: String) async throws {
        let words = line.split(separator: " ").map { "'\($0)'" }
        let script = """
            eval "$(cat)"
            COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
            _sample; printf '%s\\n' "${COMPREPLY[@]}" | sort | paste -sd ' '
            """
        let run = try Executable("bash").run(["-u", "-c", script], input: await SampleRun(["completions", "bash"]).output)
        #expect(run.output == expected + "\n")
        #expect(run.errors.isEmpty)
    }

    @Test(
        "fish completes", .enabled(if: Executable("fish").isInstalled, "needs fish: Scripts/setup --tests installs it"),
        arguments: [
            ("sample dr", "draw"), ("sample draw --sha", "--shape="), ("sample draw --shape sq", "square"),
            ("sample draw -s tri", "triangular"),
            ("sample completions z", "zsh"), ("sample draw ag", "again"), ("sample draw again --of", "--often="),
        ])
    func fish(line: String, expected: String) async throws {
        let run = try Executable("fish").run(
            ["--no-config", "-c", "source; complete -C '\(line)'"], input: await SampleRun(["completions", "fish"]).output)
        let words = run.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(words.contains { $0 == expected || $0 == expected.dropLast() }, "\(run)")
        #expect(run.errors.isEmpty)
    }

    @Test(
        "zsh completes", .enabled(if: Executable("zsh").isInstalled, "needs zsh: Scripts/setup --tests installs it"),
        arguments: [
            ("sample dr", "sample draw "), ("sample draw --sha", "sample draw --shape="),
            ("sample draw --shape sq", "sample draw --shape square "),
            ("sample draw -s tri", "sample draw -s triangular "), ("sample completions z", "sample completions zsh "),
            ("sample draw ag", "sample draw again "), ("sample draw again --of", "sample draw again --often="),
        ])
    func zsh(line: String, expected: String) async throws {
        // A shell on a pseudo-terminal: the line is typed with a tab behind it, then printed as it stands in the editor.
        let script = """
            zmodload zsh/zpty
            zpty -b shell 'PS1= PS2= TERM=dumb zsh -f'
            zpty -w shell 'PS1=; autoload -U compinit; compinit -u -D; eval "$(<'$1')"'
            zpty -w shell 'show() { print -r -- "<$BUFFER>"; zle kill-whole-line; }; zle -N show; bindkey "^X" show; print rea""dy'
            until [[ $out == *ready* ]]; do zpty -r -t shell piece && out+=$piece; sleep 0.05; done
            out=
            zpty -w -n shell $'\(line)\\t'
            sleep 0.4
            zpty -w -n shell $'\\x18'
            for i in {1..60}; do zpty -r -t shell piece && out+=$piece; [[ $out == *'<'*'>'* ]] && break; sleep 0.05; done
            print -r -- $out
            """
        try await withTemporaryFile(await SampleRun(["completions", "zsh"]).output) { path in
            let run = try Executable("zsh").run(["-f", "-c", script, "zsh", path], input: "")
            #expect(run.output.contains("<\(expected)>"), "\(run)")
        }
    }
}
