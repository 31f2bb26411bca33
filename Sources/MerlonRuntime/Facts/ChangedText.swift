/// The text of a loaded object that is no longer all its file's, or could not be compared with it.
public struct ChangedText: Hashable, Codable, Sendable {
    /// Bytes that differ from the file, from the beginning of the word of four bytes in which they begin to.
    public struct Difference: Hashable, Codable, Sendable {
        /// Where, from the object's base.
        public var offset: UInt64
        /// The exported function that it lies in; empty when there is none.
        public var symbol: String
        /// What the file has: at most 16 bytes.
        public var expected: [UInt8]
        /// What memory has.
        public var actual: [UInt8]

        /// Makes a difference.
        public init(offset: UInt64, symbol: String, expected: [UInt8], actual: [UInt8]) {
            self.offset = offset
            self.symbol = symbol
            self.expected = expected
            self.actual = actual
        }
    }

    /// The object's path, scrubbed; `(executable)` for the program itself.
    public var object: String
    /// Pages that are the process's own: somebody wrote to them, also when the bytes are the same again. 0 when that could not be read.
    public var ownPages: Int
    /// How many runs of at most 16 bytes differ.
    public var differingRuns: Int
    /// The first of them, at most 16.
    public var differences: [Difference]
    /// Whether the comparison is complete.
    public var isCompared: Bool
    /// Whether its file was replaced since, as updates do.
    public var isReplaced: Bool

    /// Makes a record.
    public init(
        object: String, ownPages: Int, differingRuns: Int = 0, differences: [Difference] = [], isCompared: Bool = true,
        isReplaced: Bool = false
    ) {
        self.object = object
        self.ownPages = ownPages
        self.differingRuns = differingRuns
        self.differences = differences
        self.isCompared = isCompared
        self.isReplaced = isReplaced
    }
}
