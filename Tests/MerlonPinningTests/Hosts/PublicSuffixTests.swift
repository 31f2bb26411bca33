import Foundation
import MerlonPinning
import TestSupport
import Testing

/// The table of public suffixes against an independent reader of the list that it was made from.
@Suite struct PublicSuffixTests {
    static let hasList = (try? Executable.projectPython.run(["-c", "import publicsuffixlist"]).status) == 0

    /// Prints `NAME true|false` for some rules of the list, what is below them, and what they are made of; a name is a suffix when it is one by the
    /// list's algorithm, or when whatever stands below it is.
    static let oracle = """
        from importlib.resources import files
        from publicsuffixlist import PublicSuffixList
        reader = PublicSuffixList()
        text = files("publicsuffixlist").joinpath("public_suffix_list.dat").read_text()
        rules = [line.split()[0] for line in text.splitlines() if line.strip() and not line.startswith("//")]
        odd = [rule for rule in rules if rule[0] in "!*" or not rule.isascii()]
        names = set()
        for rule in rules[::200] + odd[::9] + ["com", "co.uk", "github.io", "kawasaki.jp", "city.kawasaki.jp", "example"]:
            bare = ".".join(label if label.isascii() else "xn--" + label.encode("punycode").decode() for label in rule.lstrip("!").split("."))
            bare = bare.replace("*", "q9")
            names |= {bare, "q8." + bare, "q7.q8." + bare, bare.split(".", 1)[-1], "q" + bare}
        for name in sorted(names):
            child = "zz9." + name
            print(name, str(reader.publicsuffix(name) == name or reader.publicsuffix(child) == child).lower())
        """

    @Test(.enabled(if: hasList, "needs the Python package publicsuffixlist: Scripts/setup --tests"))
    func theTableAnswersAsTheListDoes() throws {
        let run = try Executable.projectPython.run(["-c", Self.oracle])
        #expect(run.status == 0, "\(run.errors)")
        let (pin, backup) = (Pin(.publicKey, PinDigest(hashing: [1])), Pin(.publicKey, PinDigest(hashing: [2])))
        var (wrong, suffixes): ([String], Int) = ([], 0)
        let lines = run.output.split(separator: "\n")
        for line in lines {
            let fields = line.split(separator: " ").map(String.init)
            var answer = "false"
            do throws(PinningError) { _ = try PinSet(fields[0], pin, backup: backup, includingSubdomains: true) } catch {
                answer = error.code == .publicSuffix ? "true" : "\(error)"
            }
            if answer != fields[1] { wrong.append("\(line), not \(answer)") }
            if answer == "true" { suffixes += 1 }
        }
        #expect(wrong.isEmpty)
        #expect(lines.count > 400 && suffixes > 150 && suffixes < lines.count - 150, "\(lines.count) names, \(suffixes) suffixes")
    }
}
