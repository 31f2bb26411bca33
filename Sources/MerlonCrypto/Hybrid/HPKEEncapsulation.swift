package import MerlonCore

/// The key encapsulation of HPKE: DHKEM (RFC 9180, 4.1), with and without a sender that proves itself.
enum HPKEEncapsulation: Sendable {
    /// The shared secret, on the sender's side.
    static func seal(
        to recipient: AgreementPublicKey, ephemeral: AgreementPrivateKey, sender: AgreementPrivateKey?
    ) throws(CryptoError) -> SecretBytes {
        var secrets = [try ephemeral.rawSecret(with: recipient)]
        if let sender { secrets.append(try sender.rawSecret(with: recipient)) }
        return try derive(secrets, [ephemeral.publicKey, recipient] + (sender.map { [$0.publicKey] } ?? []))
    }

    /// The shared secret, on the recipient's side.
    ///
    /// Throws ``CryptoError/Code/authenticationFailed`` for an encapsulated key that is none.
    static func open(
        _ encapsulated: [UInt8], with key: AgreementPrivateKey, sender: AgreementPublicKey?
    ) throws(CryptoError) -> SecretBytes {
        guard sender == nil || sender?.curve == key.curve else { throw CryptoError(.invalidKey, "The keys are of different curves.") }
        do throws(CryptoError) {
            let ephemeral = try AgreementPublicKey(key.curve, encapsulated)
            var secrets = [try key.rawSecret(with: ephemeral)]
            if let sender { secrets.append(try key.rawSecret(with: sender)) }
            return try derive(secrets, [ephemeral, key.publicKey] + (sender.map { [$0] } ?? []))
        } catch {
            // What came with the message is no key: the message does not authenticate, and says no more.
            throw error.code == .invalidKey ? .authenticationFailed : error
        }
    }

    /// ExtractAndExpand: the public keys are bound into the secret.
    private static func derive(_ secrets: [SecretBytes], _ keys: [AgreementPublicKey]) throws(CryptoError) -> SecretBytes {
        let labels = HPKELabels.kem(keys[0].curve)
        return try labels.expand(try labels.extract("eae_prk", secrets), "shared_secret", keys.flatMap(\.bytes), count: 32)
    }
}

extension AgreementPrivateKey {
    /// DeriveKeyPair (RFC 9180, 7.1.3): the key that a seed of at least 32 uniform bytes stands for.
    package static func derive(_ curve: AgreementCurve, from seed: SecretBytes) throws(CryptoError) -> AgreementPrivateKey {
        guard seed.count >= curve.privateKeyByteCount else {
            throw CryptoError(.invalidKey, "A seed has at least \(curve.privateKeyByteCount) bytes.")
        }
        let labels = HPKELabels.kem(curve)
        let extracted = try labels.extract("dkp_prk", [seed])
        guard curve == .p256 else {
            return try AgreementPrivateKey(curve, material: try labels.expand(extracted, "sk", count: curve.privateKeyByteCount))
        }
        for counter in UInt8.min...UInt8.max {
            let candidate = try labels.expand(extracted, "candidate", [counter], count: curve.privateKeyByteCount)
            do throws(CryptoError) { return try AgreementPrivateKey(curve, material: candidate) } catch {
                guard error.code == .invalidKey else { throw error }
            }
        }
        throw CryptoError(.invalidKey, "The seed gives no key.")
    }
}
