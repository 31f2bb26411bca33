/// A live port of the task for exceptions: where a debugger, or a crash reporter, is told of breakpoints and crashes.
public struct ExceptionPort: Hashable, Codable, Sendable {
    /// Which exceptions go there (`EXC_MASK_…` of mach/exception_types.h).
    public var mask: UInt32
    /// How they are told (`EXCEPTION_DEFAULT` 1, `EXCEPTION_STATE` 2, `EXCEPTION_STATE_IDENTITY` 3, with flags).
    public var behavior: UInt32

    /// Makes a port.
    public init(mask: UInt32, behavior: UInt32) {
        self.mask = mask
        self.behavior = behavior
    }

    /// `EXC_MASK_BREAKPOINT`.
    public static let breakpoint: UInt32 = 1 << 6
}
