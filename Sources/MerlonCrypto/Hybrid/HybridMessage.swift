public import MerlonCore

/// A message sealed to a public key, by itself: version (1 byte, 1), KEM and cipher by RFC 9180's numbers (2 bytes each), encapsulated key, then
/// ciphertext and tag. The first five bytes are bound, with the context, into HPKE's `info`.
enum HybridMessage: Sendable {
    static let version: UInt8 = 1
    static let headerByteCount = 5

    static func header(_ curve: AgreementCurve, _ cipher: HPKECipher) -> [UInt8] {
        [version] + [curve.kemID, cipher.rawValue].flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }

    static func sender(
        to recipient: AgreementPublicKey, _ context: SealingContext, _ sender: AgreementPrivateKey?, _ cipher: HPKECipher
    ) throws(CryptoError) -> HPKESender {
        try HPKESender(
            to: recipient, info: info(header(recipient.curve, cipher), context), authenticatedBy: sender, cipher: cipher)
    }

    /// The recipient's context, and the message for it.
    static func recipient(
        of sealed: some Collection<UInt8>, _ key: AgreementPrivateKey, _ context: SealingContext, _ sender: AgreementPublicKey?
    ) throws(CryptoError) -> (HPKERecipient, ArraySlice<UInt8>) {
        let sealed = Array(sealed)
        let end = headerByteCount + key.curve.publicKeyByteCount
        guard sealed.count >= end + AEAD.tagByteCount, let cipher = HPKECipher(rawValue: UInt16(sealed[3]) << 8 | UInt16(sealed[4])),
            cipher != .exportOnly, sealed.starts(with: header(key.curve, cipher))
        else { throw .authenticationFailed }
        let recipient = try HPKERecipient(
            encapsulatedKey: sealed[headerByteCount..<end], with: key, info: info(header(key.curve, cipher), context), from: sender,
            cipher: cipher)
        return (recipient, sealed[end...])
    }

    private static func info(_ header: [UInt8], _ context: SealingContext) -> [UInt8] {
        SealingContext(parts: [Array("merlon.hybrid".utf8), header, context.encoded]).encoded
    }
}

extension AgreementPublicKey {
    /// Seals a message that only the holder of the private half opens, for a context (HPKE, RFC 9180).
    ///
    /// Anybody can seal to a public key: what opens says nothing of its sender, unless `sender` is given, and then the recipient must name that
    /// key. Replaying an old message is not noticed.
    public func seal(
        _ message: some Collection<UInt8>, context: SealingContext, from sender: AgreementPrivateKey? = nil,
        cipher: HPKECipher = .aes256GCM
    ) throws(CryptoError) -> [UInt8] {
        let hpke = try HybridMessage.sender(to: self, context, sender, cipher)
        return HybridMessage.header(curve, cipher) + hpke.encapsulatedKey + (try hpke.seal(message))
    }

    /// Seals a secret; it is not copied to unprotected memory.
    public func seal(
        _ secret: SecretBytes, context: SealingContext, from sender: AgreementPrivateKey? = nil, cipher: HPKECipher = .aes256GCM
    ) throws(CryptoError) -> [UInt8] {
        let hpke = try HybridMessage.sender(to: self, context, sender, cipher)
        return HybridMessage.header(curve, cipher) + hpke.encapsulatedKey + (try hpke.seal(secret))
    }
}

extension AgreementPrivateKey {
    /// Opens a message that was sealed to the public half, for the same context, and from `sender` where one is named.
    ///
    /// Throws ``CryptoError/Code/authenticationFailed`` for everything else, without saying why; and what the hardware says that holds the key.
    public func open(
        _ sealed: some Collection<UInt8>, context: SealingContext, from sender: AgreementPublicKey? = nil
    ) throws(CryptoError) -> [UInt8] {
        let (recipient, message) = try HybridMessage.recipient(of: sealed, self, context, sender)
        return try recipient.open(message)
    }

    /// Opens a message into protected memory; see ``open(_:context:from:)``.
    public func openSecret(
        _ sealed: some Collection<UInt8>, context: SealingContext, from sender: AgreementPublicKey? = nil
    ) throws(CryptoError) -> SecretBytes {
        let (recipient, message) = try HybridMessage.recipient(of: sealed, self, context, sender)
        return try recipient.openSecret(message)
    }
}
