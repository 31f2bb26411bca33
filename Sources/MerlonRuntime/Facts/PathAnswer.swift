/// What several interfaces answer about one path that only a changed system has. The paths come from the library's own list.
public struct PathAnswer: Hashable, Codable, Sendable {
    /// The path as asked, or ``control`` or ``anchor``.
    public var path: String
    /// What libc says, by readlink(2): 0 when there is something, otherwise the `errno`.
    public var library: Int32
    /// The same by a system call of the probe's own.
    public var systemCall: Fact<Int32>
    /// What open(2) for reading gave, by a system call: 0 when it opens.
    public var opening: Fact<Int32>
    /// Whether it is a symbolic link.
    public var isLink: Bool

    /// The name of a path that nobody has: random characters. Who answers that it is there, answers so always.
    public static let control = "(control)"
    /// The name of a path that every Apple system has: its `SystemVersion.plist`. Who answers that it is not there, hides things.
    public static let anchor = "(anchor)"

    /// Makes an answer.
    public init(path: String, library: Int32, systemCall: Fact<Int32>, opening: Fact<Int32> = .unsupported, isLink: Bool = false) {
        self.path = path
        self.library = library
        self.systemCall = systemCall
        self.opening = opening
        self.isLink = isLink
    }

    /// Whether any interface says that there is something.
    public var isThere: Bool { library == 0 || systemCall.value == 0 || opening.value == 0 }
}

/// Answers about the paths of the list: those that are not all "there is no such thing".
public struct PathAnswers: Hashable, Codable, Sendable {
    /// How many paths were asked for.
    public var asked: Int
    /// The control and the anchor, and every path for which some interface said something else than ENOENT.
    public var answers: [PathAnswer]

    /// Makes answers.
    public init(asked: Int, answers: [PathAnswer]) {
        self.asked = asked
        self.answers = answers
    }
}
