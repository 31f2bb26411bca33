/// A symbol that the image offers to others.
public struct Export: Hashable, Sendable {
    /// What it stands for.
    public enum Target: Hashable, Sendable {
        /// An address in the image, unslid. For thread-local variables that of the descriptor.
        case address(UInt64)
        /// A value that is no address.
        case absolute(UInt64)
        /// A symbol of another library. `name` is `nil` where it has the same name there.
        case reexport(LibraryOrdinal, name: String?)
        /// A function that chooses the implementation when it is bound.
        case resolver(stub: UInt64, resolver: UInt64)
    }

    /// With C's underscore.
    public let name: String
    /// What it stands for.
    public let target: Target
    /// Whether another definition may win.
    public let isWeakDefinition: Bool
    /// Whether it is a thread-local variable.
    public let isThreadLocal: Bool
    /// Whether the linker takes one of several implementations, by the processor (`EXPORT_SYMBOL_FLAGS_FUNCTION_VARIANT`).
    public let hasVariants: Bool
}
