public import MerlonCore
public import MerlonCrypto

/// A passphrase that a person remembers, stretched by Argon2id (RFC 9106) at OWASP's floor or above; PBKDF2 where there is no Argon2id.
///
/// Stops whoever has the file and not the passphrase, as far as the passphrase cannot be guessed: each guess costs what ``PasswordCost`` says.
public struct PassphraseProtector: Protector {
    private let passphrase: Password
    private let cost: PasswordCost

    /// - Parameters:
    ///   - passphrase: the passphrase.
    ///   - cost: what a guess costs at a slot that is made now. Existing slots carry their own.
    public init(_ passphrase: Password, cost: PasswordCost = .recommended) {
        self.passphrase = passphrase
        self.cost = cost
    }

    public var kind: ProtectorKind { .passphrase }

    public func wrap(_ key: SecretBytes) async throws(VaultError) -> [UInt8] {
        try await BlockingWork.run { [self] () throws(VaultError) in
            try reportingCrypto { () throws(CryptoError) in
                try PasswordWrapping(key, under: passphrase, cost: cost, context: Self.context).encoded
            }
        }
    }

    public func unwrap(_ wrapped: [UInt8]) async throws(VaultError) -> SecretBytes {
        try await BlockingWork.run { [self] () throws(VaultError) in
            try opening("A passphrase's key slot") { () throws(CryptoError) in try PasswordWrapping(parsing: wrapped) }
                .unwrappedKey(with: passphrase, context: Self.context)
        }
    }

    private static let context: SealingContext = "merlon.vault.passphrase.1"
}

extension PasswordWrapping {
    fileprivate func unwrappedKey(with passphrase: Password, context: SealingContext) throws(VaultError) -> SecretBytes {
        try reportingCrypto { () throws(CryptoError) in try unwrap(with: passphrase, context: context) }
    }
}
