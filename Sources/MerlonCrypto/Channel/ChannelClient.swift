public import MerlonCore

/// The side of a channel that speaks first.
///
/// ```swift
/// let client = try ChannelClient(server: pinnedKey, identity: mine, context: "app.example/sync")
/// let start = try client.begin()
/// send(start.message)
/// let (channel, confirmation) = try start.finish(receive())
/// send(confirmation)
/// ```
/// The handshake is Noise's (revision 34): IK with an identity, NK without, NNpsk0 with a pre-shared key alone; a pre-shared key beside the
/// server's key makes it IKpsk2 or NKpsk0. Documentation/Cryptography.md has the messages and what each of them proves.
public struct ChannelClient: Sendable {
    var settings: ChannelSettings
    private let server: AgreementPublicKey?
    private let identity: AgreementPrivateKey?

    /// A client that knows the server's key.
    ///
    /// - Parameters:
    ///   - server: The server's key, pinned: built in, or learnt where nobody could replace it.
    ///   - identity: The client's own key, by which the server knows it. Only the server can read which it is. Hardware may hold it.
    ///   - preSharedKey: 32 uniform bytes that the server has too, never a password.
    ///   - context: What the channel is for; the server has the same.
    public init(
        server: AgreementPublicKey, identity: AgreementPrivateKey? = nil, preSharedKey: SecretBytes? = nil,
        cipher: ChannelCipher = .chaCha20Poly1305, context: SealingContext
    ) throws(CryptoError) {
        guard identity == nil || identity?.curve == server.curve else {
            throw CryptoError(.invalidKey, "The keys are of different curves.")
        }
        guard identity?.publicKey != server else { throw CryptoError(.invalidKey, "Client and server have the same key.") }
        let pattern = NoisePattern(knowsResponder: true, hasInitiator: identity != nil, hasPreSharedKey: preSharedKey != nil)
        settings = try ChannelSettings(pattern, server.curve, cipher, context, preSharedKey: preSharedKey)
        self.server = server
        self.identity = identity
    }

    /// A client that shares 32 uniform bytes with the server, never a password.
    public init(
        preSharedKey: SecretBytes, curve: AgreementCurve = .x25519, cipher: ChannelCipher = .chaCha20Poly1305, context: SealingContext
    ) throws(CryptoError) {
        settings = try ChannelSettings(.nnPSK0, curve, cipher, context, preSharedKey: preSharedKey)
        (server, identity) = (nil, nil)
    }

    /// A client that talks to whoever answers. Somebody in the middle can be the server to the client and the client to the server, and read and
    /// change everything.
    public init(
        dangerouslyAllowAnonymousServerOn curve: AgreementCurve, cipher: ChannelCipher = .chaCha20Poly1305, context: SealingContext
    ) throws(CryptoError) {
        settings = try ChannelSettings(.nn, curve, cipher, context, preSharedKey: nil)
        (server, identity) = (nil, nil)
    }

    /// Begins a handshake under a fresh key.
    public func begin(using entropy: any Entropy = SystemEntropy()) throws(CryptoError) -> ChannelStart {
        var handshake = try NoiseHandshake(settings, isInitiator: true, own: identity, peer: server)
        let message = try handshake.write(ephemeral: try AgreementPrivateKey.generate(settings.curve, using: entropy))
        return ChannelStart(message: message, handshake: handshake, settings: settings)
    }
}

/// A handshake that the client has begun; good for one answer.
public struct ChannelStart: ~Copyable, Sendable {
    /// What the server has to get.
    public let message: [UInt8]
    private var handshake: NoiseHandshake
    private let settings: ChannelSettings

    init(message: [UInt8], handshake: NoiseHandshake, settings: ChannelSettings) {
        self.message = message
        self.handshake = handshake
        self.settings = settings
    }

    /// Reads the server's answer, which proves who the server is. The confirmation must reach the server before any other message.
    ///
    /// Throws ``CryptoError/Code/authenticationFailed`` for another answer than the server's to this very message; then begin anew.
    public consuming func finish(
        _ answer: some Collection<UInt8>
    ) throws(CryptoError) -> (channel: Channel, confirmation: [UInt8]) {
        try handshake.read(Array(answer))
        let channel = try Channel(handshake, settings, isInitiator: true)
        return (channel, try channel.confirmation())
    }
}
