public import MerlonCore

/// The side of a channel that answers; see ``ChannelClient``.
///
/// ```swift
/// let server = try ChannelServer(identity: key, clients: enrolled, context: "app.example/sync")
/// let answer = try server.answer(receive())
/// send(answer.message)
/// let channel = try answer.confirm(receive())
/// ```
/// Nothing may be done for a client before its confirmation: whoever recorded an old handshake can send its first message again.
public struct ChannelServer: Sendable {
    var settings: ChannelSettings
    private let identity: AgreementPrivateKey?
    private let isKnown: @Sendable (AgreementPublicKey) -> Bool

    /// A server for the clients with these keys; with a pre-shared key, they need that too.
    public init(
        identity: AgreementPrivateKey, clients: Set<AgreementPublicKey>, preSharedKey: SecretBytes? = nil,
        cipher: ChannelCipher = .chaCha20Poly1305, context: SealingContext
    ) throws(CryptoError) {
        guard clients.allSatisfy({ $0.curve == identity.curve }) else {
            throw CryptoError(.invalidKey, "The keys are of different curves.")
        }
        try self.init(identity: identity, preSharedKey: preSharedKey, cipher: cipher, context: context) { clients.contains($0) }
    }

    /// A server for the clients whose keys `isKnown` knows. It is asked once a handshake, before anything is answered; the client has not
    /// proven yet that it is there now.
    public init(
        identity: AgreementPrivateKey, preSharedKey: SecretBytes? = nil, cipher: ChannelCipher = .chaCha20Poly1305,
        context: SealingContext, isKnown: @escaping @Sendable (AgreementPublicKey) -> Bool
    ) throws(CryptoError) {
        let pattern = NoisePattern(knowsResponder: true, hasInitiator: true, hasPreSharedKey: preSharedKey != nil)
        settings = try ChannelSettings(pattern, identity.curve, cipher, context, preSharedKey: preSharedKey)
        self.identity = identity
        self.isKnown = isKnown
    }

    /// A server whose clients know its key and share 32 uniform bytes with it.
    public init(
        identity: AgreementPrivateKey, preSharedKey: SecretBytes, cipher: ChannelCipher = .chaCha20Poly1305, context: SealingContext
    ) throws(CryptoError) {
        settings = try ChannelSettings(.nkPSK0, identity.curve, cipher, context, preSharedKey: preSharedKey)
        self.identity = identity
        isKnown = { _ in false }
    }

    /// A server that shares 32 uniform bytes with its clients.
    public init(
        preSharedKey: SecretBytes, curve: AgreementCurve = .x25519, cipher: ChannelCipher = .chaCha20Poly1305, context: SealingContext
    ) throws(CryptoError) {
        settings = try ChannelSettings(.nnPSK0, curve, cipher, context, preSharedKey: preSharedKey)
        identity = nil
        isKnown = { _ in false }
    }

    /// A server for whoever knows its key: the client knows whom it talks to, the server does not.
    public init(
        dangerouslyAllowAnonymousClientsOf identity: AgreementPrivateKey, cipher: ChannelCipher = .chaCha20Poly1305,
        context: SealingContext
    ) throws(CryptoError) {
        settings = try ChannelSettings(.nk, identity.curve, cipher, context, preSharedKey: nil)
        self.identity = identity
        isKnown = { _ in false }
    }

    /// A server that nobody knows, for clients that nobody knows: somebody in the middle can read and change everything.
    public init(
        dangerouslyAllowAnonymousClientsOn curve: AgreementCurve, cipher: ChannelCipher = .chaCha20Poly1305, context: SealingContext
    ) throws(CryptoError) {
        settings = try ChannelSettings(.nn, curve, cipher, context, preSharedKey: nil)
        identity = nil
        isKnown = { _ in false }
    }

    /// Answers the first message of a client.
    ///
    /// Throws ``CryptoError/Code/authenticationFailed`` for a message that is none, or from a client that is not known; then nothing is to be
    /// answered.
    public func answer(
        _ message: some Collection<UInt8>, using entropy: any Entropy = SystemEntropy()
    ) throws(CryptoError) -> ChannelAnswer {
        var handshake = try NoiseHandshake(settings, isInitiator: false, own: identity, peer: nil)
        try handshake.read(Array(message))
        if settings.pattern.hasInitiator {
            guard let client = handshake.peer, client != identity?.publicKey, isKnown(client) else { throw .authenticationFailed }
        }
        let answer = try handshake.write(ephemeral: try AgreementPrivateKey.generate(settings.curve, using: entropy))
        return ChannelAnswer(message: answer, channel: try Channel(handshake, settings, isInitiator: false))
    }
}

/// A handshake that the server has answered; good for one confirmation.
public struct ChannelAnswer: ~Copyable, Sendable {
    /// What the client has to get.
    public let message: [UInt8]
    private let channel: Channel

    init(message: [UInt8], channel: Channel) {
        self.message = message
        self.channel = channel
    }

    /// Reads the client's confirmation, which proves that the client is there now and has the same keys.
    ///
    /// Throws ``CryptoError/Code/authenticationFailed`` for anything else.
    public consuming func confirm(_ confirmation: some Collection<UInt8>) throws(CryptoError) -> Channel {
        try channel.confirm(Array(confirmation))
        return channel
    }
}
