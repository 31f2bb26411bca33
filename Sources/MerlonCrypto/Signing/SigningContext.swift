/// What a signature is for. Verifying needs the same one, so a signature that was given for one purpose proves nothing for another.
///
/// ```swift
/// let signature = try key.sign(bytes, context: "firmware/manifest")
/// let signature = try key.sign(bytes, context: SigningContext("receipt", shop))
/// ```
/// What is signed is: the 24 bytes FF `merlon.signature.1` FF FF FF FF FF; the length of the encoded context in four bytes, big-endian; the encoded
/// context (each part behind its length in four bytes); the message. No context is the start of another, and no text in UTF-8 starts with FF.
/// ``SigningKey/signWithoutContext(_:encoding:)`` refuses messages that start with those 24 bytes.
public struct SigningContext: Hashable, Sendable, ExpressibleByStringInterpolation {
    private let context: SealingContext

    /// A context of a purpose and what tells its instances apart.
    public init(_ purpose: String, _ details: String...) { self.init(parts: ([purpose] + details).map { Array($0.utf8) }) }

    /// A context of parts that are no text.
    public init(parts: [[UInt8]]) { context = SealingContext(parts: parts) }

    /// A context of one part.
    public init(stringLiteral value: String) { self.init(value) }

    private static let mark: [UInt8] = [0xFF] + Array("merlon.signature.1".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF]

    /// The bytes that a signature with this context is made of.
    package func signedBytes(_ message: some Collection<UInt8>) -> [UInt8] {
        Self.mark + SealingContext(parts: [context.encoded]).encoded + message
    }

    /// The bytes of a message without a context, which must not look like one that has it.
    static func bareBytes(_ message: some Collection<UInt8>) throws(CryptoError) -> [UInt8] {
        guard !message.starts(with: mark) else {
            throw CryptoError(.invalidArgument, "A message without a context starts as those with one do.")
        }
        return Array(message)
    }
}
