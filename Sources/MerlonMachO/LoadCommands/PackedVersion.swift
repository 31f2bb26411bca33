/// A version of the form `major.minor.patch` in 32 bits: 16, 8 and 8.
public struct PackedVersion: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// 0 to 65,535.
    public var major: Int { Int(rawValue >> 16) }
    /// 0 to 255.
    public var minor: Int { Int(rawValue >> 8 & 0xFF) }
    /// 0 to 255.
    public var patch: Int { Int(rawValue & 0xFF) }

    public static func < (left: PackedVersion, right: PackedVersion) -> Bool { left.rawValue < right.rawValue }

    /// `15.0`, and `15.0.1` where the third part is not zero.
    public var description: String { patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)" }
}
