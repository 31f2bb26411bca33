import MerlonCore

/// Bytes that a vector file writes in hexadecimal.
public struct HexBytes: Decodable, Sendable {
    /// The bytes.
    public let bytes: [UInt8]

    public init(from decoder: any Decoder) throws { bytes = try Hex.decode(try decoder.singleValueContainer().decode(String.self)) }
}
