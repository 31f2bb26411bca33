#if os(Linux)
    public import MerlonCore
    import MerlonCrypto

    /// A random key in the desktop's keyring (Secret Service): the vault opens while the person is logged in and the keyring is unlocked.
    ///
    /// Stops whoever has the vault's file and not the keyring's password. It stops no program of the same session: each can ask the keyring.
    /// KeePassXC saves its file some moments after it has taken the key: a vault whose only protector this is is lost with that file. Add a second one.
    public struct SecretServiceProtector: Protector {
        private let service: SecretService

        /// - Parameter patience: how long a call waits for the service.
        public init(patience: TimeSpan = .seconds(10)) { service = SecretService(patience: patience) }

        public var kind: ProtectorKind { .secretService }

        private static let schema = "org.merlon.Vault.Protector"
        private static let nameByteCount = 16

        public func wrap(_ key: SecretBytes) async throws(VaultError) -> [UInt8] {
            try await service.run { [service] () throws(VaultError) in
                let (name, material) = try reportingCore { () throws(CoreError) in
                    (try SystemEntropy().bytes(count: Self.nameByteCount), try SystemEntropy().secret(count: 32))
                }
                try service.store(material, label: "Merlon vault key", Self.attributes(name))
                let wrapping = try KeyMaterial.sealingKey(of: material, purpose: "secret-service")
                return name + (try reportingCrypto { () throws(CryptoError) in try wrapping.seal(key, context: KeyMaterial.context) })
            }
        }

        public func unwrap(_ wrapped: [UInt8]) async throws(VaultError) -> SecretBytes {
            try await service.run { [service] () throws(VaultError) in
                let name = Array(wrapped.prefix(Self.nameByteCount))
                guard name.count == Self.nameByteCount, let item = try service.search(Self.attributes(name), withSecrets: true).first else {
                    throw VaultError(.authenticationFailed, "The keyring has no key for this vault.")
                }
                if item.isLocked { throw VaultError(.locked, SecretService.lockedReason) }
                guard let material = item.secret, material.count == 32 else {
                    throw VaultError(.authenticationFailed, "The keyring has no key for this vault.")
                }
                let wrapping = try KeyMaterial.sealingKey(of: material, purpose: "secret-service")
                return try reportingCrypto { () throws(CryptoError) in
                    try wrapping.openSecret(wrapped.dropFirst(Self.nameByteCount), context: KeyMaterial.context)
                }
            }
        }

        public func forget(_ wrapped: [UInt8]) async {
            _ = try? await service.run { [service] () throws(VaultError) in
                try service.clear(Self.attributes(Array(wrapped.prefix(Self.nameByteCount))))
            }
        }

        private static func attributes(_ name: [UInt8]) -> [(String, String)] { [("xdg:schema", schema), ("vault", Hex.encode(name))] }
    }
#endif
