/// What is known of the registers x0-x30 at a point of the code. Allocated once a sweep.
///
/// What kind of thing each register holds is kept as sets of registers, one bit each, so that forgetting many is one operation.
@safe struct ARM64Registers: ~Copyable {
    private let values: UnsafeMutablePointer<UInt64>
    /// For a loaded selector or symbol: the use that its load was recorded as.
    private let uses: UnsafeMutablePointer<Int32>
    /// Registers that hold a number.
    private(set) var constants: UInt32 = 0
    /// Registers that hold an address in the image.
    private(set) var addresses: UInt32 = 0
    /// Registers that hold what was loaded from an address in the image.
    private(set) var pointees: UInt32 = 0

    /// x19-x28, which a call leaves as they are. x21 is not among them: Swift functions return errors in it.
    private static let keptByCalls: UInt32 = 0x1FF8_0000 & ~(1 << 21)

    init() {
        unsafe values = .allocate(capacity: 32)
        unsafe uses = .allocate(capacity: 32)
        unsafe values.initialize(repeating: 0, count: 32)
        unsafe uses.initialize(repeating: -1, count: 32)
    }

    deinit {
        unsafe values.deallocate()
        unsafe uses.deallocate()
    }

    // Register numbers come from five-bit fields, so they are in range.
    @inline(__always) func value(_ register: Int) -> UInt64 { unsafe values[register & 31] }
    @inline(__always) func use(_ register: Int) -> Int32 { unsafe uses[register & 31] }
    @inline(__always) func isConstant(_ register: Int) -> Bool { constants >> UInt32(register & 31) & 1 != 0 }
    @inline(__always) func isAddress(_ register: Int) -> Bool { addresses >> UInt32(register & 31) & 1 != 0 }
    @inline(__always) func isPointee(_ register: Int) -> Bool { pointees >> UInt32(register & 31) & 1 != 0 }

    /// Number 31 is the zero register or the stack pointer: nothing is kept of it.
    private static let zeroRegister: UInt32 = 1 << 31

    @inline(__always) mutating func setConstant(_ register: Int, _ value: UInt64) {
        forget(register)
        unsafe values[register & 31] = value
        constants |= 1 << UInt32(register & 31) & ~Self.zeroRegister
    }

    @inline(__always) mutating func setAddress(_ register: Int, _ value: UInt64) {
        forget(register)
        unsafe values[register & 31] = value
        addresses |= 1 << UInt32(register & 31) & ~Self.zeroRegister
    }

    @inline(__always) mutating func setPointee(_ register: Int, of slot: UInt64, use: Int32) {
        forget(register)
        unsafe values[register & 31] = slot
        unsafe uses[register & 31] = use
        pointees |= 1 << UInt32(register & 31) & ~Self.zeroRegister
    }

    @inline(__always) mutating func copy(_ source: Int, to register: Int) {
        let content = (isConstant(source), isAddress(source), isPointee(source))
        forget(register)
        guard register != 31 else { return }
        unsafe values[register & 31] = values[source & 31]
        unsafe uses[register & 31] = uses[source & 31]
        let bit: UInt32 = 1 << UInt32(register & 31)
        if content.0 { constants |= bit }
        if content.1 { addresses |= bit }
        if content.2 { pointees |= bit }
    }

    @inline(__always) mutating func forget(_ register: Int) {
        let mask = ~(UInt32(1) << UInt32(register & 31))
        constants &= mask
        addresses &= mask
        pointees &= mask
    }

    /// After a call.
    @inline(__always) mutating func forgetCallerSaved() {
        constants &= Self.keptByCalls
        addresses &= Self.keptByCalls
        pointees &= Self.keptByCalls
    }

    /// Where another path joins: numbers may differ there. Addresses in registers that outlive calls are kept, because compilers hold
    /// page addresses in them over whole functions.
    @inline(__always) mutating func forgetAtJoin() {
        constants = 0
        addresses &= Self.keptByCalls
        pointees &= Self.keptByCalls
    }

    mutating func forgetAll() {
        constants = 0
        addresses = 0
        pointees = 0
    }
}
