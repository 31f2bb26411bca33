import Foundation
public import MerlonCore
import MerlonCrypto

/// A file of random bytes that its owner alone can read: on a medium that is taken away, or beside the vault on a server.
///
/// Stops whoever has the vault and not the key file. Beside the vault, in one backup or readable by the same user, it stops nobody who has both.
public struct KeyFileProtector: Protector {
    private let path: String

    /// Bytes that ``create(at:)`` writes.
    public static let keyByteCount = 64
    /// The sizes that are taken: fewer bytes could be guessed, and more would be a mistake.
    public static let allowedByteCounts = 32...4096

    /// The key file at a path. Its permissions are checked at each use: a regular file, not a link, of this user or root, closed to others.
    public init(path: String) { self.path = path }

    /// Makes a new key file of random bytes, readable by its owner alone. `duplicate` when there is something at the path.
    public static func create(at path: String) throws(VaultError) -> KeyFileProtector {
        let key = try reportingCore { () throws(CoreError) in try SystemEntropy().secret(count: keyByteCount) }
        try ProtectedKeyFile.write(key, to: path)
        return KeyFileProtector(path: path)
    }

    public var kind: ProtectorKind { .keyFile }

    public func wrap(_ key: SecretBytes) async throws(VaultError) -> [UInt8] {
        let wrapping = try KeyMaterial.sealingKey(of: ProtectedKeyFile.read(path), purpose: "key-file")
        return try reportingCrypto { () throws(CryptoError) in try wrapping.seal(key, context: KeyMaterial.context) }
    }

    public func unwrap(_ wrapped: [UInt8]) async throws(VaultError) -> SecretBytes {
        let wrapping = try KeyMaterial.sealingKey(of: ProtectedKeyFile.read(path), purpose: "key-file")
        return try reportingCrypto { () throws(CryptoError) in try wrapping.openSecret(wrapped, context: KeyMaterial.context) }
    }
}
