/// What a sealed message says in the clear: enough to find its key. Nothing of it is trusted before the message has opened.
///
/// A message is: version (1 byte, 1), algorithm (1 byte), key id (4 bytes, big-endian), salt (16 bytes; XChaCha20 has none), nonce (12 bytes;
/// XChaCha20 has 24), ciphertext, tag (16 bytes). Everything before the ciphertext is authenticated together with the context.
public struct SealedHeader: Hashable, Sendable {
    /// The algorithm that sealed the message.
    public let algorithm: SealingAlgorithm
    /// The name of the key that sealed it.
    public let keyID: KeyID

    static let version: UInt8 = 1
    static let byteCount = 6

    init(algorithm: SealingAlgorithm, keyID: KeyID) {
        self.algorithm = algorithm
        self.keyID = keyID
    }

    /// Reads the header of a message, or gives `nil` for what is none: another version or algorithm, or too short to open.
    public init?(of sealed: some Collection<UInt8>) {
        let start = Array(sealed.prefix(Self.byteCount))
        guard start.count == Self.byteCount, start[0] == Self.version, let algorithm = SealingAlgorithm(rawValue: start[1]),
            sealed.count >= SealingKey.overhead(of: algorithm)
        else { return nil }
        self.init(algorithm: algorithm, keyID: KeyID(rawValue: start[2...].reduce(0) { $0 << 8 | UInt32($1) }))
    }

    /// Writes the header to the front of `output`.
    func write(to output: UnsafeMutableRawBufferPointer) {
        unsafe output[0] = Self.version
        unsafe output[1] = algorithm.rawValue
        unsafe output.storeBytes(of: keyID.rawValue.bigEndian, toByteOffset: 2, as: UInt32.self)
    }

    /// Whether `sealed` begins with this header.
    func isPrefix(of sealed: UnsafeRawBufferPointer) -> Bool {
        unsafe sealed.count >= Self.byteCount && sealed[0] == Self.version && sealed[1] == algorithm.rawValue
            && sealed.loadUnaligned(fromByteOffset: 2, as: UInt32.self).bigEndian == keyID.rawValue
    }
}
