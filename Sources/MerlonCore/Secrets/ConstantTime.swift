import CMerlonMemory

/// Comparison whose time says nothing about the contents.
public enum ConstantTime: Sendable {
    /// Whether both hold the same bytes. The time depends on the lengths alone; a difference in length returns at once.
    public static func equal(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        unsafe withContiguousBytes(of: left) { a in unsafe withContiguousBytes(of: right) { b in unsafe equal(a, b) } }
    }

    /// Whether both hold the same bytes. The time depends on the lengths alone; a difference in length returns at once.
    public static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        unsafe left.count == right.count && merlon_equal_constant_time(left.baseAddress, right.baseAddress, left.count) == 1
    }
}
