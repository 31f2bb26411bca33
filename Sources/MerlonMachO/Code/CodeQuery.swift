/// What is looked for in code. Names are compared exactly.
public struct CodeQuery: Sendable {
    /// Functions and data as in the symbol table: imported ones, and ones of a library that is linked in statically.
    public var symbols: Set<String> = []
    /// Selectors that are sent.
    public var selectors: Set<String> = []
    /// Objective-C classes that are named.
    public var classes: Set<String> = []
    /// String constants, whole.
    public var strings: Set<String> = []
    /// Beginnings of string constants.
    public var stringPrefixes: Set<String> = []
    /// Places in the data whose address is taken: each with the address to report, such as that of a literal's first byte.
    public var addresses: [UInt64: UInt64] = [:]
    /// The starts of the functions to search; `nil` for all code.
    public var functions: Set<UInt64>?

    /// An empty query.
    public init() {}
}
