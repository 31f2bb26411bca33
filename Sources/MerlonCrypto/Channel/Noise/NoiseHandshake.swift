import MerlonCore

/// One side of a handshake (Noise, 5.3): writes its message, reads the other's.
struct NoiseHandshake: Sendable {
    private let settings: ChannelSettings
    private let isInitiator: Bool
    private(set) var symmetric: NoiseSymmetricState
    private let own: AgreementPrivateKey?
    private var ephemeral: AgreementPrivateKey?
    /// The other side's key: known before, or read.
    private(set) var peer: AgreementPublicKey?
    private var peerEphemeral: AgreementPublicKey?

    init(
        _ settings: ChannelSettings, isInitiator: Bool, own: AgreementPrivateKey?, peer: AgreementPublicKey?
    ) throws(CryptoError) {
        self.settings = settings
        self.isInitiator = isInitiator
        self.own = own
        self.peer = peer
        symmetric = try NoiseSymmetricState(protocolName: settings.protocolName, cipher: settings.cipher.aead)
        symmetric.mixHash(settings.prologue)
        guard settings.pattern.knowsResponder else { return }
        guard let responder = isInitiator ? peer : own?.publicKey else { throw Self.missingKey }
        symmetric.mixHash(responder.bytes)
    }

    /// This side's message, with an empty payload.
    mutating func write(ephemeral: AgreementPrivateKey) throws(CryptoError) -> [UInt8] {
        var message: [UInt8] = []
        self.ephemeral = ephemeral
        for token in isInitiator ? settings.pattern.first : settings.pattern.second {
            switch token {
            case .e:
                message += ephemeral.publicKey.bytes
                try mixEphemeral(ephemeral.publicKey)
            case .s:
                guard let own else { throw Self.missingKey }
                message += try symmetric.encryptAndHash(own.publicKey.bytes)
            default: try mix(token)
            }
        }
        return message + (try symmetric.encryptAndHash([]))
    }

    /// Reads the other side's message.
    ///
    /// Throws ``CryptoError/Code/authenticationFailed`` for whatever is not the message that the other side wrote.
    mutating func read(_ message: [UInt8]) throws(CryptoError) {
        var rest = message[...]
        for token in isInitiator ? settings.pattern.second : settings.pattern.first {
            switch token {
            case .e:
                let key = try publicKey(try take(settings.curve.publicKeyByteCount, &rest))
                peerEphemeral = key
                try mixEphemeral(key)
            case .s:
                let sealed = try take(settings.curve.publicKeyByteCount + symmetric.overhead, &rest)
                peer = try publicKey(try symmetric.decryptAndHash(sealed))
            default: try mix(token)
            }
        }
        guard rest.count == symmetric.overhead else { throw .authenticationFailed }
        _ = try symmetric.decryptAndHash(Array(rest))
    }

    private mutating func mixEphemeral(_ key: AgreementPublicKey) throws(CryptoError) {
        symmetric.mixHash(key.bytes)
        if settings.pattern.hasPreSharedKey { try symmetric.mixKey(open: key.bytes) }
    }

    private mutating func mix(_ token: NoisePattern.Token) throws(CryptoError) {
        // The first letter stands for the initiator's key.
        switch token {
        case .ee: try mixSecret(ephemeral, peerEphemeral)
        case .es: try isInitiator ? mixSecret(ephemeral, peer) : mixSecret(own, peerEphemeral)
        case .se: try isInitiator ? mixSecret(own, peerEphemeral) : mixSecret(ephemeral, peer)
        case .ss: try mixSecret(own, peer)
        case .psk:
            guard let key = settings.preSharedKey else { throw Self.missingKey }
            try symmetric.mixKeyAndHash(key)
        case .e, .s: break
        }
    }

    private mutating func mixSecret(_ own: AgreementPrivateKey?, _ peer: AgreementPublicKey?) throws(CryptoError) {
        guard let own, let peer else { throw Self.missingKey }
        try symmetric.mixKey(try own.rawSecret(with: peer))
    }

    private func take(_ count: Int, _ bytes: inout ArraySlice<UInt8>) throws(CryptoError) -> [UInt8] {
        guard bytes.count >= count else { throw .authenticationFailed }
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    private func publicKey(_ bytes: [UInt8]) throws(CryptoError) -> AgreementPublicKey {
        do throws(CryptoError) { return try AgreementPublicKey(settings.curve, bytes) } catch {
            throw error.code == .invalidKey ? .authenticationFailed : error
        }
    }

    private static let missingKey = CryptoError(.invalidKey, "The handshake lacks a key.")
}
