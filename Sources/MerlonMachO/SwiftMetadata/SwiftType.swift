/// A Swift type that the image defines.
public struct SwiftType: Hashable, Sendable {
    /// What it is.
    public enum Kind: Hashable, Sendable { case `class`, structure, enumeration, `protocol` }

    /// Of its descriptor.
    public let address: UInt64
    /// What it is.
    public let kind: Kind
    /// With its module and the types around it, as far as they are known: `App.Outer.Inner`.
    public let name: String
}
