import MerlonCore
import MerlonCrypto
import MerlonVault

/// Puts accounts into a vault and takes them out, with one more layer where a wrapping key is required.
struct OTPAccountSeal: Sendable {
    let vault: Vault
    let wrappingKey: (any WrappingKey)?

    private static let keyName = "otp.key"
    private static let context: SealingContext = "merlon.otp.accounts"

    func write(_ account: OTPAccount, _ item: String, _ policy: PolicyRequest) async throws(AuthError) {
        guard let wrappingKey else {
            try await checkUnwrapped()
            return try await authVault { () async throws(VaultError) in try await vault.store(account, for: item, policy: policy) }
        }
        let key = try await key(wrappingKey)
        let context = Self.context(item)
        let sealed = try authCrypto { () throws(CryptoError) in try key.seal(account, context: context) }
        try await authVault { () async throws(VaultError) in try await vault.store(OTPSealedAccount(sealed), for: item, policy: policy) }
    }

    func read(_ item: String, _ prompt: PresencePrompt?) async throws(AuthError) -> OTPAccount {
        guard let wrappingKey else {
            try await checkUnwrapped()
            return try await authVault { () async throws(VaultError) in try await vault.read(item, as: OTPAccount.self, prompt: prompt) }
        }
        let sealed = try await authVault { () async throws(VaultError) in
            try await vault.read(item, as: OTPSealedAccount.self, prompt: prompt)
        }
        let key = try await key(wrappingKey)
        let context = Self.context(item)
        return try authCrypto { () throws(CryptoError) in try key.open(sealed.bytes, as: OTPAccount.self, context: context) }
    }

    /// The key that the hardware unwraps; made once, with the first account.
    private func key(_ wrappingKey: any WrappingKey) async throws(AuthError) -> SealingKey {
        if let stored = try await wrapped() { return try Self.unwrapped(stored, wrappingKey) }
        guard try await !hasAccounts() else {
            throw AuthError(.hardwareUnavailable, "The accounts were stored without a wrapping key.")
        }
        let material = try authCore { () throws(CoreError) in try SystemEntropy().secret(count: SealingAlgorithm.keyByteCount) }
        let made = try authCrypto { () throws(CryptoError) in try wrappingKey.wrap(material, context: Self.context) }
        let value = try authCore { () throws(CoreError) in try SecretBytes(copying: made) }
        do throws(VaultError) {
            try await vault.store.add(value, for: try keyItem(), policy: policy())
        } catch  where error.code == .duplicate {
            // Another process was faster: its key is the one.
            guard let stored = try await wrapped() else { throw AuthError(error) }
            return try Self.unwrapped(stored, wrappingKey)
        } catch { throw AuthError(error) }
        return try Self.unwrapped(made, wrappingKey)
    }

    private static func unwrapped(_ wrapped: [UInt8], _ wrappingKey: any WrappingKey) throws(AuthError) -> SealingKey {
        // All bits of the id are zero: the only key needs no name.
        try authCrypto { () throws(CryptoError) in
            try SealingKey(material: try wrappingKey.unwrap(wrapped, context: context), id: KeyID(rawValue: 0))
        }
    }

    private func checkUnwrapped() async throws(AuthError) {
        guard try await wrapped() == nil else {
            throw AuthError(.hardwareUnavailable, "The accounts open with a wrapping key alone, and none was given.")
        }
    }

    private func wrapped() async throws(AuthError) -> [UInt8]? {
        do throws(VaultError) {
            let value = try await vault.store.read(try keyItem(), prompt: nil)
            return unsafe value.withUnsafeBytes { unsafe Array($0) }
        } catch  where error.code == .notFound {
            return nil
        } catch { throw AuthError(error) }
    }

    /// Beside the vault's own items, since the store alone can add what must be new.
    private func keyItem() throws(VaultError) -> ItemKey { try ItemKey(Self.keyName, in: vault.namespace) }

    private func policy() -> AccessPolicy {
        let unlocked = AccessPolicy.thisDevice(.whenUnlocked)
        return vault.store.obstacle(to: unlocked) == nil ? unlocked : .thisDevice(.afterFirstUnlock)
    }

    private func hasAccounts() async throws(AuthError) -> Bool {
        try await authVault { () async throws(VaultError) in try await vault.list() }.contains { $0.hasPrefix("otp.account.") }
    }

    private static func context(_ item: String) -> SealingContext {
        SealingContext(parts: [Array("merlon.otp.account".utf8), Array(item.utf8)])
    }
}

/// What a wrapping key, or a key under one, has sealed.
struct OTPSealedAccount: Sealable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func encode(to encoder: inout SealedEncoder) throws(CoreError) { try encoder.encode(bytes) }
    init(from decoder: inout SealedDecoder) throws(CoreError) { bytes = try decoder.bytes() }
}
