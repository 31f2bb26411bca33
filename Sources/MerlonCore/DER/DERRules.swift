/// Which encodings a ``DERReader`` takes, and how much it does at most.
public struct DERRules: Hashable, Sendable {
    /// Whether BER's freedoms are taken: indefinite and longer than minimal lengths, and strings in pieces.
    public let allowsBER: Bool
    /// The most bytes that a reader takes.
    public let maximumSize: Int
    /// The deepest nesting; the outermost elements are at depth 1.
    public let maximumDepth: Int

    /// Strict DER (X.690, 10 and 11): one encoding for one value. 16 MiB, 32 levels.
    public static let strict = DERRules(allowsBER: false)

    /// BER, for CMS alone: signers stream it with indefinite lengths. Never use it for what is compared or hashed as DER.
    public static let lenientBERForCMS = DERRules(allowsBER: true)

    /// Strict DER with other caps.
    public static func strict(maximumSize: Int, maximumDepth: Int = 32) -> DERRules {
        DERRules(allowsBER: false, maximumSize: maximumSize, maximumDepth: maximumDepth)
    }

    /// BER for CMS with other caps.
    public static func lenientBERForCMS(maximumSize: Int, maximumDepth: Int = 32) -> DERRules {
        DERRules(allowsBER: true, maximumSize: maximumSize, maximumDepth: maximumDepth)
    }

    private init(allowsBER: Bool, maximumSize: Int = 16 << 20, maximumDepth: Int = 32) {
        self.allowsBER = allowsBER
        self.maximumSize = maximumSize
        self.maximumDepth = maximumDepth
    }
}
