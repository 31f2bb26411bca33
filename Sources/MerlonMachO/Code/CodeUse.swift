/// A place in the code that uses something that was looked for.
public struct CodeUse: Hashable, Sendable {
    /// How it is used.
    public enum Kind: Hashable, Sendable {
        /// A call or jump to a function, by its symbol.
        case call
        /// The address or value of a symbol or class is loaded.
        case data
        /// A message send with the selector; or the selector is loaded and no send was seen.
        case selector
        /// The address of a string constant is loaded.
        case string
        /// One of ``CodeQuery/addresses`` is loaded.
        case address
    }

    /// What an argument register holds at a call.
    public enum Value: Hashable, Sendable {
        /// A number that the code states.
        case constant(UInt64)
        /// An address in the image.
        case address(UInt64)
        /// What the pointer at this address points at: an imported constant, a class, a selector.
        case pointee(UInt64)
    }

    /// A value in an argument register.
    public struct Argument: Hashable, Sendable {
        /// 0 is x0.
        public let register: Int
        /// What it holds.
        public let value: Value
    }

    /// How it is used.
    public internal(set) var kind: Kind
    /// The symbol, selector or class; the string itself; empty for an address.
    public let name: String
    /// Of the instruction.
    public internal(set) var address: UInt64
    /// Of the string or the reported address; `nil` for the other kinds.
    public let target: UInt64?
    /// The start of the function around it; `nil` where the image does not say where functions start.
    public internal(set) var functionAddress: UInt64?
    /// The function's name as in the symbol table, or `-[Class selector]`; `nil` where nothing names it.
    public internal(set) var functionName: String?
    /// For calls and sends: the argument registers x0-x7 whose value is plain within the basic block.
    public internal(set) var arguments: [Argument] = []
    /// For data, strings and addresses: numbers that are put into registers within the next 16 instructions and before the next use.
    public internal(set) var followingConstants: [UInt64] = []
}
