/// The first instructions of a function, made to run at another place, with a jump back behind them: what is called to reach a function past the jump
/// that a hook wrote over its start.
///
/// Instructions that have to do with their own place are written in another form; one of which that form is not known is refused, and never guessed.
public struct RelocatedPrologue: Hashable, Sendable {
    /// The code. It can lie anywhere, at a multiple of eight bytes.
    public let code: [UInt8]
    /// How many bytes of the function it stands for: whole instructions, at least as many as asked for.
    public let length: Int

    /// More bytes of a function's start are not moved. The longest jump of the field's hooks has 20.
    public static let maximumLength = 64

    /// Moves the start of a function.
    /// - Parameters:
    ///   - original: The function as it was made, from its start on: all of it, so that jumps back into the start are seen.
    ///   - count: How many bytes were written over, at least 1.
    ///   - address: Of the function in memory.
    ///   - architecture: arm64 or x86-64.
    /// - Throws: ``MachOError`` `unsupported` when an instruction cannot be moved, or the function jumps back into what was written over;
    ///   `limitExceeded` for more than ``maximumLength`` bytes; `truncated` when the function is shorter.
    public init(_ original: ByteView, overwritten count: Int, at address: UInt64, architecture: Architecture) throws(MachOError) {
        guard count > 0, count <= Self.maximumLength else { throw MachOError(.limitExceeded, "more was written over than a jump") }
        if architecture.isARM64 {
            var mover = ARM64PrologueMover(original: original, address: address)
            (code, length) = try mover.move(count)
        } else if architecture.isX86_64 {
            var mover = X86_64PrologueMover(original: original, address: address)
            (code, length) = try mover.move(count)
        } else {
            throw MachOError(.unsupported, "functions of this processor cannot be moved")
        }
    }
}
