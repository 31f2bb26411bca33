public import MerlonCore

/// The receiving half of HPKE; see ``HPKESender``.
public final class HPKERecipient: Sendable {
    private let schedule: HPKESchedule

    /// Begins to read a row of messages.
    ///
    /// - Parameters:
    ///   - key: The private key, which hardware may hold.
    ///   - info: What the sender gave.
    ///   - sender: Who must have sent. Without it anybody may have.
    ///   - preSharedKey: What the sender must have had.
    /// - Throws: ``CryptoError/Code/authenticationFailed`` when the encapsulated key is none; what the hardware says.
    public convenience init(
        encapsulatedKey: some Collection<UInt8>, with key: AgreementPrivateKey, info: [UInt8], from sender: AgreementPublicKey? = nil,
        preSharedKey: HPKEPreSharedKey? = nil, cipher: HPKECipher = .aes256GCM
    ) throws(CryptoError) {
        try self.init(Array(encapsulatedKey), key, info, sender, preSharedKey, cipher, first: 0)
    }

    init(
        _ encapsulatedKey: [UInt8], _ key: AgreementPrivateKey, _ info: [UInt8], _ sender: AgreementPublicKey?,
        _ preSharedKey: HPKEPreSharedKey?, _ cipher: HPKECipher, first: UInt64
    ) throws(CryptoError) {
        schedule = try HPKESchedule(
            key.curve, cipher, shared: try HPKEEncapsulation.open(encapsulatedKey, with: key, sender: sender), info: info,
            isAuthenticated: sender != nil, preSharedKey: preSharedKey, first: first)
    }

    /// Decrypts the next message. What fails does not count: the message that was due can still be opened.
    ///
    /// Throws ``CryptoError/Code/authenticationFailed`` for whatever is not the next message with the same `data`.
    public func open(_ sealed: some Collection<UInt8>, authenticating data: [UInt8] = []) throws(CryptoError) -> [UInt8] {
        unsafe try withContiguousBytes(of: sealed) { (sealed) throws(CryptoError) in
            try schedule.next { (cipher, key, nonce) throws(CryptoError) in
                unsafe try cipher.open(sealed, key: key, nonce: nonce, authenticating: data)
            }
        }
    }

    /// Decrypts the next message into secret memory; see ``open(_:authenticating:)``.
    public func openSecret(_ sealed: some Collection<UInt8>, authenticating data: [UInt8] = []) throws(CryptoError) -> SecretBytes {
        unsafe try withContiguousBytes(of: sealed) { (sealed) throws(CryptoError) in
            try schedule.next { (cipher, key, nonce) throws(CryptoError) in
                unsafe try cipher.openSecret(sealed, key: key, nonce: nonce, authenticating: data)
            }
        }
    }

    /// A secret of 1 ... 8160 bytes that both sides get, for the purpose that `context` names.
    public func exportSecret(context: [UInt8], count: Int = 32) throws(CryptoError) -> SecretBytes {
        try schedule.export(context, count: count)
    }
}
