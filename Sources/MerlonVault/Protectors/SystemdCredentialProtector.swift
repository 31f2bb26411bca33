import Foundation
public import MerlonCore
import MerlonCrypto

/// A credential that systemd hands to a service: `LoadCredentialEncrypted=NAME:…`, decrypted by the service manager with the TPM's or the host's key, in
/// a folder that the service alone can read (systemd.exec(5), CREDENTIALS).
///
/// Stops whoever has the disk and cannot become that service on that machine. The credential must hold at least 32 bytes that nobody can guess.
public struct SystemdCredentialProtector: Protector {
    private let name: String
    private let folder: String?

    /// - Parameters:
    ///   - name: the credential's: a file name.
    ///   - folder: where credentials are; `$CREDENTIALS_DIRECTORY` unless given.
    public init(_ name: String, folder: String? = nil) throws(VaultError) {
        guard (1...255).contains(name.utf8.count), !name.contains("/"), !name.utf8.contains(0), name != ".", name != ".." else {
            throw VaultError(.invalidArgument, "A credential's name is a file name.")
        }
        self.name = name
        self.folder = folder ?? ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
    }

    public var kind: ProtectorKind { .systemdCredential }

    public func wrap(_ key: SecretBytes) async throws(VaultError) -> [UInt8] {
        let wrapping = try wrappingKey()
        return try reportingCrypto { () throws(CryptoError) in try wrapping.seal(key, context: KeyMaterial.context) }
    }

    public func unwrap(_ wrapped: [UInt8]) async throws(VaultError) -> SecretBytes {
        let wrapping = try wrappingKey()
        return try reportingCrypto { () throws(CryptoError) in try wrapping.openSecret(wrapped, context: KeyMaterial.context) }
    }

    private func wrappingKey() throws(VaultError) -> SealingKey {
        guard let folder, folder.hasPrefix("/") else {
            throw VaultError(.storeUnavailable, "The service has no credentials: $CREDENTIALS_DIRECTORY is not set.")
        }
        return try KeyMaterial.sealingKey(of: ProtectedKeyFile.read(folder + "/" + name), purpose: "systemd-credential")
    }
}
