import MerlonCore
import MerlonVault

/// The items of an app lock in a vault.
struct AppLockStorage: Sendable {
    let vault: Vault
    let name: String

    private var recordItem: String { "applock.\(name).record" }
    private var deviceItem: String { "applock.\(name).device" }
    private var biometryItem: String { "applock.\(name).biometry" }

    /// The record; `nil` when the lock is not set up.
    func record() async throws(AuthError) -> AppLockRecord? {
        do throws(VaultError) { return try await vault.read(recordItem, as: AppLockRecord.self) } catch  where error.code == .notFound {
            return nil
        } catch { throw AuthError(error) }
    }

    func write(_ record: AppLockRecord) async throws(AuthError) {
        let (vault, item) = (vault, recordItem)
        try await authVault { () async throws(VaultError) in try await vault.store(record, for: item) }
    }

    /// The secret that binds salts to this device: in an item that no other device gets, neither by synchronisation nor by a backup.
    func deviceSecret(creating: Bool) async throws(AuthError) -> SecretBytes {
        do throws(VaultError) { return try await vault.read(deviceItem) } catch  where error.code == .notFound && creating {
        } catch { throw AuthError(error) }
        let secret = try authCore { () throws(CoreError) in try SystemEntropy().secret(count: AppLockKeys.keyByteCount) }
        let (vault, item) = (vault, deviceItem)
        try await authVault { () async throws(VaultError) in try await vault.store(secret, for: item) }
        return secret
    }

    /// The key once more, where only a face or finger of the present set lets it out.
    func writeBiometry(_ key: SecretBytes) async throws(AuthError) {
        let (vault, item) = (vault, biometryItem)
        try await authVault { () async throws(VaultError) in
            try await vault.store(key, for: item, policy: .thisDevice(.whenPasscodeSet, presence: .biometryOfCurrentSet))
        }
    }

    func readBiometry(_ prompt: PresencePrompt) async throws(AuthError) -> SecretBytes {
        let (vault, item) = (vault, biometryItem)
        return try await authVault { () async throws(VaultError) in try await vault.read(item, prompt: prompt) }
    }

    func removeBiometry() async throws(AuthError) { try await remove(biometryItem) }

    /// Removes all items, the record first: a kill in between leaves nothing that opens.
    func removeAll() async throws(AuthError) {
        for item in [recordItem, biometryItem, deviceItem] { try await remove(item) }
    }

    private func remove(_ item: String) async throws(AuthError) {
        do throws(VaultError) { try await vault.remove(item) } catch  where error.code == .notFound {
        } catch { throw AuthError(error) }
    }
}
