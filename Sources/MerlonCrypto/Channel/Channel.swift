public import MerlonCore

/// An encrypted channel between two parties that know each other: what ``ChannelClient`` and ``ChannelServer`` make.
///
/// Messages arrive whole, in order, each once, or not at all: whatever was changed, dropped, repeated or swapped is refused with
/// ``CryptoError/Code/authenticationFailed``, and after that nothing more is received. Each direction has a key of its own, which is replaced
/// every ``messagesPerKey`` messages; recorded messages stay secret when the identity keys become known later. Lengths and times are not hidden.
///
/// The channel makes no connection: carry each sealed message whole, in order, over whatever there is. May be used from several threads; then
/// the messages must be sent in the order in which they were sealed.
public final class Channel: Sendable {
    /// The peer's identity key, which is authenticated; `nil` when a pre-shared key authenticates it, or nothing.
    public let peer: AgreementPublicKey?
    /// 32 bytes that both sides have and no other channel has, to bind other protocols to this one (Noise, 11.2). Not secret.
    public let binding: [UInt8]
    /// A key that both sides have and nobody else, fresh for each channel: what the parties agreed on, for uses beside the messages.
    public let agreedKey: DerivationKey
    private let sending: ChannelDirection
    private let receiving: ChannelDirection

    /// The most bytes of a message; sealed, it has 16 more (Noise, 3).
    public static let maximumMessageByteCount = 65_535 - AEAD.tagByteCount
    /// Messages of one direction after which its key is replaced.
    public static let messagesPerKey = 1 << 16
    /// The most messages of one direction.
    public static let maximumMessageCount: UInt64 = 1 << 48

    init(_ handshake: NoiseHandshake, _ settings: ChannelSettings, isInitiator: Bool) throws(CryptoError) {
        let keys = try handshake.symmetric.split()
        sending = ChannelDirection(keys[isInitiator ? 0 : 1], messagesPerKey: settings.messagesPerKey)
        receiving = ChannelDirection(keys[isInitiator ? 1 : 0], messagesPerKey: settings.messagesPerKey)
        peer = handshake.peer
        binding = handshake.symmetric.hash
        agreedKey = try DerivationKey(material: try handshake.symmetric.export("merlon.channel.agreed-key"))
    }

    /// Encrypts the next message: 1 ... ``maximumMessageByteCount`` bytes.
    public func seal(_ message: some Collection<UInt8>) throws(CryptoError) -> [UInt8] {
        unsafe try withContiguousBytes(of: message) { (message) throws(CryptoError) in unsafe try seal(message) }
    }

    /// Encrypts a secret as the next message; it is not copied to unprotected memory.
    public func seal(_ secret: SecretBytes) throws(CryptoError) -> [UInt8] {
        unsafe try secret.withUnsafeBytes { (message) throws(CryptoError) in unsafe try seal(message) }
    }

    /// Decrypts the next message. Empty, it is the peer's last: see ``isFinishedByPeer``.
    public func open(_ sealed: some Collection<UInt8>) throws(CryptoError) -> [UInt8] {
        unsafe try withContiguousBytes(of: sealed) { (sealed) throws(CryptoError) in
            guard sealed.count <= Self.maximumMessageByteCount + AEAD.tagByteCount else { throw .authenticationFailed }
            return try receiving.open(isLast: \.isEmpty) { (state) throws(CryptoError) in
                unsafe try state.decrypt(sealed, authenticating: [])
            }
        }
    }

    /// Decrypts the next message into secret memory; see ``open(_:)``.
    public func openSecret(_ sealed: some Collection<UInt8>) throws(CryptoError) -> SecretBytes {
        unsafe try withContiguousBytes(of: sealed) { (sealed) throws(CryptoError) in
            guard sealed.count <= Self.maximumMessageByteCount + AEAD.tagByteCount else { throw .authenticationFailed }
            return try receiving.open(isLast: { $0.count == 0 }) { (state) throws(CryptoError) in
                unsafe try state.decryptSecret(sealed, authenticating: [])
            }
        }
    }

    /// The last message of this side, to be sent before the connection is closed.
    public func finish() throws(CryptoError) -> [UInt8] {
        unsafe try sending.seal(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
    }

    /// Whether the peer's last message has arrived. A connection that ends before it was cut, and messages may be missing.
    public var isFinishedByPeer: Bool { receiving.isFinished }

    private func seal(_ message: UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8] {
        guard (1...Self.maximumMessageByteCount).contains(message.count) else {
            throw CryptoError(.invalidArgument, "A message has 1 to \(Self.maximumMessageByteCount) bytes, not \(message.count).")
        }
        return unsafe try sending.seal(message, isLast: false)
    }

    /// The client's first message, by which the server learns that it is there now, and has the same keys.
    func confirmation() throws(CryptoError) -> [UInt8] {
        unsafe try sending.seal(UnsafeRawBufferPointer(start: nil, count: 0), isLast: false)
    }

    /// Checks the client's first message.
    func confirm(_ confirmation: [UInt8]) throws(CryptoError) {
        guard confirmation.count == AEAD.tagByteCount else { throw .authenticationFailed }
        _ = unsafe try confirmation.withBytes { (sealed) throws(CryptoError) in
            try receiving.open(isLast: { _ in false }) { (state) throws(CryptoError) in
                unsafe try state.decrypt(sealed, authenticating: [])
            }
        }
    }

    /// For tests: as if so many messages had passed each way.
    func skip(to count: UInt64) {
        sending.count = count
        receiving.count = count
    }
}
