/// Trap instructions that a compiler does not write, found in the code of the app's own images.
public struct TrapScan: Hashable, Codable, Sendable {
    /// One of them.
    public struct Trap: Hashable, Codable, Sendable {
        /// The image, scrubbed.
        public var image: String
        /// The function that it lies in, as far as symbols tell; empty otherwise.
        public var symbol: String
        /// From the start of the image.
        public var offset: UInt64
        /// The instruction: four bytes of arm64 as a number, or one byte of x86-64.
        public var instruction: UInt32
        /// Whether the file has something else there; `nil` when it could not be compared, as with encrypted apps.
        public var differsFromFile: Bool?

        /// Makes a trap.
        public init(image: String, symbol: String, offset: UInt64, instruction: UInt32, differsFromFile: Bool? = nil) {
            self.image = image
            self.symbol = symbol
            self.offset = offset
            self.instruction = instruction
            self.differsFromFile = differsFromFile
        }
    }

    /// How many bytes of code were looked at.
    public var scanned: UInt64
    /// The first traps, at most 64.
    public var traps: [Trap]
    /// Whether all code of the app's own images was looked at.
    public var isComplete: Bool

    /// Makes a scan.
    public init(scanned: UInt64, traps: [Trap] = [], isComplete: Bool = true) {
        self.scanned = scanned
        self.traps = traps
        self.isComplete = isComplete
    }
}
