package import MerlonCore

/// The name of a key, carried in the clear by what it sealed. Chosen at random, so it says nothing about the key.
public struct KeyID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A new random name.
    package static func generate(using entropy: some Entropy) throws(CryptoError) -> KeyID {
        let bytes = try translatingCoreErrors { () throws(CoreError) in try entropy.bytes(count: 4) }
        return KeyID(rawValue: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// Eight hexadecimal digits.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
