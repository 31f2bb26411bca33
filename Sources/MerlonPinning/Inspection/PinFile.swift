/// A file of pins in either of its formats.
public enum PinFile: Sendable {
    /// Reads a policy from Merlon's JSON, or from a property list with `NSPinnedDomains`, whichever the file is.
    ///
    /// Throws as ``PinningPolicy/init(json:anchors:)-([UInt8],_)`` and ``PinningPolicy/init(infoPlist:otherHosts:anchors:)`` do.
    public static func policy(in bytes: [UInt8], anchors: TrustAnchors = .system) throws(PinningError) -> PinningPolicy {
        let start = bytes.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        // A property list in OpenStep's form starts with a brace, too, but not with a quoted name and a colon.
        if start == UInt8(ascii: "{") { return try PinningPolicy(json: bytes, anchors: anchors) }
        return try PinningPolicy(infoPlist: bytes, anchors: anchors)
    }
}
