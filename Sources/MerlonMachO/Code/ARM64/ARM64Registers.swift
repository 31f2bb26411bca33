/// What is known of the registers x0-x30 at a point of the code. Allocated once a sweep.
@safe struct ARM64Registers: ~Copyable {
    /// What a register holds.
    enum Content: UInt8 {
        case unknown
        /// A number.
        case constant
        /// An address in the image.
        case address
        /// What was loaded from an address in the image.
        case pointee
    }

    private let values: UnsafeMutablePointer<UInt64>
    private let contents: UnsafeMutablePointer<Content>
    /// For a loaded selector or symbol: the use that its load was recorded as.
    private let uses: UnsafeMutablePointer<Int32>

    /// x19-x28, which a call leaves as they are. x21 is not among them: Swift functions return errors in it.
    private static let keptByCalls: UInt32 = 0x1FF8_0000 & ~(1 << 21)

    init() {
        unsafe values = .allocate(capacity: 32)
        unsafe contents = .allocate(capacity: 32)
        unsafe uses = .allocate(capacity: 32)
        unsafe values.initialize(repeating: 0, count: 32)
        unsafe contents.initialize(repeating: .unknown, count: 32)
        unsafe uses.initialize(repeating: -1, count: 32)
    }

    deinit {
        unsafe values.deallocate()
        unsafe contents.deallocate()
        unsafe uses.deallocate()
    }

    // Register numbers come from five-bit fields, so they are in range.
    @inline(__always) func value(_ register: Int) -> UInt64 { unsafe values[register & 31] }
    @inline(__always) func content(_ register: Int) -> Content { unsafe contents[register & 31] }
    @inline(__always) func use(_ register: Int) -> Int32 { unsafe uses[register & 31] }

    /// Number 31 is the zero register or the stack pointer: nothing is kept of it.
    @inline(__always) func set(_ register: Int, _ content: Content, _ value: UInt64, use: Int32 = -1) {
        guard register != 31 else { return }
        unsafe values[register & 31] = value
        unsafe contents[register & 31] = content
        unsafe uses[register & 31] = use
    }

    @inline(__always) func forget(_ register: Int) { unsafe contents[register & 31] = .unknown }

    /// After a call.
    func forgetCallerSaved() {
        for register in 0..<32 where Self.keptByCalls & 1 << UInt32(register) == 0 { unsafe contents[register] = .unknown }
    }

    /// Where another path joins: numbers may differ there. Addresses in registers that outlive calls are kept, because compilers hold
    /// page addresses in them over whole functions.
    func forgetAtJoin() {
        for register in 0..<32 where Self.keptByCalls & 1 << UInt32(register) == 0 || content(register) == .constant {
            unsafe contents[register] = .unknown
        }
    }

    func forgetAll() { for register in 0..<32 { unsafe contents[register] = .unknown } }
}
