/// Which paths are asked for, and what is kept of the answers.
enum PathQuestions {
    /// What every Apple system has, and lets apps read.
    static let anchor = "/System/Library/CoreServices/SystemVersion.plist"
    /// `ENOENT`, the same number on all systems.
    private static let missing: Int32 = 2

    /// A path that nobody has.
    static func control() -> String { "/private/var/" + String((0..<16).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "x" }) }

    /// Asks for all of them.
    static func ask(_ answer: (String) -> PathAnswer) -> PathAnswers {
        func named(_ path: String, _ name: String) -> PathAnswer {
            var found = answer(path)
            found.path = name
            return found
        }
        let rules = PathRule.all.map { answer($0.path) }.filter { found in
            !(found.library == missing && (found.systemCall.value ?? missing) == missing && (found.opening.value ?? missing) == missing)
        }
        return PathAnswers(
            asked: PathRule.all.count, answers: [named(control(), PathAnswer.control), named(anchor, PathAnswer.anchor)] + rules)
    }
}
