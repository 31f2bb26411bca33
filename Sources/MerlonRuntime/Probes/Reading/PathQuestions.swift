/// Which paths are asked for, and what is kept of the answers.
enum PathQuestions {
    /// What every Apple system has, and lets apps read.
    static let anchor = "/System/Library/CoreServices/SystemVersion.plist"
    /// `ENOENT`, the same number on all systems.
    private static let missing: Int32 = 2

    /// A path that nobody has.
    static func control() -> String { "/private/var/" + String((0..<16).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "x" }) }

    /// Asks for all of them.
    /// - Parameters:
    ///   - list: The names in a folder; none where it cannot be read. For paths that end at random, of which the pattern alone is kept.
    ///   - answer: What the interfaces say of a path.
    static func ask(list: (String) -> [String], _ answer: (String) -> PathAnswer) -> PathAnswers {
        func named(_ path: String, _ name: String) -> PathAnswer {
            var found = answer(path)
            found.path = name
            return found
        }
        let rules = PathRule.all.compactMap { rule -> PathAnswer? in
            guard let (folder, start) = rule.pattern else { return answer(rule.path) }
            return list(folder).first { $0.hasPrefix(start) }.map { named(folder + "/" + $0, rule.path) }
        }
        let told = rules.filter { found in
            !(found.library == missing && (found.systemCall.value ?? missing) == missing && (found.opening.value ?? missing) == missing)
        }
        return PathAnswers(
            asked: PathRule.all.count, answers: [named(control(), PathAnswer.control), named(anchor, PathAnswer.anchor)] + told)
    }
}
