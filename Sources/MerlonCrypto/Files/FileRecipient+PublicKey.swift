import MerlonCore

extension FileRecipient {
    /// The holder of the private half of a key, by HPKE.
    ///
    /// The file says in the clear how many recipients it has, and of which kind, and whoever knows a public key can tell whether it is among
    /// them.
    public static func publicKey(_ key: AgreementPublicKey) -> FileRecipient {
        FileRecipient { (fileKey) throws(CryptoError) in
            let sealed = try key.seal(fileKey, context: FileIdentity.hybridContext)
            return FileStanza(.publicKey, FileIdentity.tag(of: sealed, for: key) + sealed)
        }
    }
}

extension FileIdentity {
    /// A private key, which hardware may hold: it is asked for the stanzas that are for it, and for no other.
    public static func privateKey(_ key: AgreementPrivateKey) -> FileIdentity {
        FileIdentity { (stanza) throws(CryptoError) in
            let sealed = Array(stanza.body.dropFirst(tagByteCount))
            guard stanza.kind == .publicKey, stanza.body.prefix(tagByteCount).elementsEqual(tag(of: sealed, for: key.publicKey)) else {
                return nil
            }
            do throws(CryptoError) { return try key.openSecret(sealed, context: hybridContext) } catch {
                // Four bytes may agree by accident: then the stanza is another's.
                if error == .authenticationFailed { return nil }
                throw error
            }
        }
    }

    static let hybridContext: SealingContext = "merlon.file-key.public-key"
    private static let tagByteCount = 4

    /// Tells whom a stanza is for without trying: hardware may ask a person for each trial. It depends on the encapsulated key, so that one
    /// recipient's files cannot be linked without the public key.
    fileprivate static func tag(of sealed: [UInt8], for key: AgreementPublicKey) -> ArraySlice<UInt8> {
        let start = sealed.prefix(HybridMessage.headerByteCount + key.curve.publicKeyByteCount)
        let input = SealingContext(parts: [Array("merlon.file-key.tag".utf8), Array(start), key.bytes]).encoded
        return HashAlgorithm.sha256.digest(of: input).prefix(tagByteCount)
    }
}
