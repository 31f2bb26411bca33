/// How much of a QR code may be unreadable (ISO/IEC 18004).
public enum QRCorrection: Int32, Hashable, Sendable, CaseIterable {
    /// About 7 %: the smallest code.
    case low = 0
    /// About 15 %: what screens, with their reflections, want.
    case medium = 1
    /// About 25 %.
    case quartile = 2
    /// About 30 %: for print.
    case high = 3
}
