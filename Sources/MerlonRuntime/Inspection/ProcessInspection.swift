/// What this process can see of another: what an attacker with the same rights would. Gathered, with a word on what each thing means.
public struct ProcessInspection: Hashable, Codable, Sendable {
    /// One thing that was asked.
    public struct Item: Hashable, Codable, Sendable {
        /// What was asked, such as `memory can be read`.
        public var question: String
        /// What was learnt.
        public var answer: Fact<String>
        /// What it means.
        public var meaning: String

        /// Makes an item.
        public init(_ question: String, _ answer: Fact<String>, meaning: String) {
            self.question = question
            self.answer = answer
            self.meaning = meaning
        }
    }

    /// The process that was looked at.
    public var pid: Int32
    /// In the order in which they were asked.
    public var items: [Item]

    /// Makes an inspection from what is known already.
    public init(pid: Int32, items: [Item]) {
        self.pid = pid
        self.items = items
    }
}
