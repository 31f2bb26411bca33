import MerlonCore

/// Random bytes drawn in advance, since asking the system costs as much as sealing 64 bytes. Each is given once.
@safe struct RandomPool: ~Copyable {
    private static let byteCount = 4096

    private let entropy: any Entropy
    private let bytes: UnsafeMutableRawBufferPointer
    private var position = byteCount

    init(_ entropy: any Entropy) {
        self.entropy = entropy
        unsafe bytes = .allocate(byteCount: Self.byteCount, alignment: 16)
    }

    deinit {
        unsafe wipe(bytes)
        unsafe bytes.deallocate()
    }

    /// The next eight bytes.
    mutating func word() throws(CryptoError) -> UInt64 {
        let offset = try take(8)
        return unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    /// The next four bytes: a 96-bit nonce needs no more than one and a half words.
    mutating func halfWord() throws(CryptoError) -> UInt64 {
        let offset = try take(4)
        return unsafe UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    private mutating func take(_ count: Int) throws(CryptoError) -> Int {
        if position + count > Self.byteCount { try refill() }
        defer { position += count }
        return position
    }

    @inline(never) private mutating func refill() throws(CryptoError) {
        // Should it fail, nothing is given twice.
        position = Self.byteCount
        do throws(CoreError) { unsafe try entropy.fill(bytes) } catch { throw CryptoError(error) }
        position = 0
    }
}
