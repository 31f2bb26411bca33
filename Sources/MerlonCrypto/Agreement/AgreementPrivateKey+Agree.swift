import MerlonCore

extension AgreementPrivateKey {
    /// The key that both parties get: of the agreed secret, both public keys, and the context, which must be the same on both sides.
    ///
    /// It is as well authenticated as the peer's public key: pin that, or use a channel (``ChannelClient``), which also proves that the peer has
    /// the private half and gives every connection a key of its own. Two fixed keys and one context always give the same key.
    ///
    /// Throws ``CryptoError/Code/invalidKey`` when the keys are of different curves, or one and the same.
    public func agree(with peer: AgreementPublicKey, context: SealingContext) throws(CryptoError) -> DerivationKey {
        // Somebody who sends our own key back wants our messages reflected to us.
        guard peer != publicKey else { throw CryptoError(.invalidKey, "A key does not agree with itself.") }
        let secret = try rawSecret(with: peer)
        // The parties have no roles, so the public keys stand in the order of their bytes.
        let keys = [publicKey.bytes, peer.bytes].sorted { $0.lexicographicallyPrecedes($1) }
        let curve = Array((curve == .x25519 ? "X25519" : "P-256").utf8)
        let info = SealingContext(parts: [curve] + keys + [context.encoded]).encoded
        return try DerivationKey(
            material: try HKDF.derive(.sha256, from: secret, salt: Array("merlon.agree.1".utf8), info: info, count: 32))
    }
}
