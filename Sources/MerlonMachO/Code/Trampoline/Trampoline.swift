/// What stands at the start of a function in the place of its own first instructions: a jump away, or a breakpoint.
///
/// It is what the instructions say, no judgement: linkers make jumps of some of these forms, too. See `Documentation/Runtime.md` for what makes
/// one a hook.
public struct Trampoline: Hashable, Sendable {
    /// The form of the jump.
    public enum Pattern: String, Codable, CaseIterable, Sendable {
        /// `b`; `jmp rel32`, `jmp rel8`.
        case branch
        /// `ldr x16, #8; br x16` with the address after it; `jmp [rip]`: the address is read from memory.
        case load
        /// `adrp x17; add x17; br x17`, `adrp x16; br x16`; `lea rax, [rip]; jmp rax`: the address is relative to the function.
        case page
        /// `movz x16; movk x16; br x16`; `mov rax, imm64; jmp rax`; `push; ret`: the address stands in the instructions.
        case immediate
        /// `brk #0`, `0xE7FFDEFE`; `int3`: what debuggers write.
        case breakpoint
        /// `brk` with another number, `udf`, `hlt`; `ud2`: what compilers write to trap, and some tools as well.
        case trap
    }

    /// The form of the jump.
    public let pattern: Pattern
    /// Where it leads; `nil` for breakpoints and traps, and where the address could not be read.
    public let destination: UInt64?
    /// Where the address was read from, for ``Pattern/load``.
    public let slot: UInt64?
    /// Bytes from the start of the function to the end of the jump; with the address, where that follows at once.
    public let length: Int

    /// Makes one.
    public init(_ pattern: Pattern, to destination: UInt64? = nil, slot: UInt64? = nil, length: Int) {
        self.pattern = pattern
        self.destination = destination
        self.slot = slot
        self.length = length
    }

    /// The bytes of code that ``decode(_:at:architecture:load:)`` looks at, at most.
    public static let maximumLength = 48

    /// Reads the trampoline at the start of a function; `nil` when it begins in another way.
    /// - Parameters:
    ///   - code: The first bytes of the function. ``maximumLength`` are enough; fewer are read as far as they go.
    ///   - address: Of the function, in memory.
    ///   - architecture: arm64 and x86-64 are read; others have no trampoline.
    ///   - load: Reads a pointer from memory; `nil` where there is none.
    public static func decode(
        _ code: ByteView, at address: UInt64, architecture: Architecture, load: (UInt64) -> UInt64?
    ) -> Trampoline? {
        if architecture.isARM64 { return ARM64TrampolineDecoder(code: code, start: address).decode(load) }
        if architecture.isX86_64 { return X86_64TrampolineDecoder(code: code, start: address).decode(load) }
        return nil
    }
}
