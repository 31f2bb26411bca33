public import MerlonCore

/// Holds the key of a file vault: a vault opens for whoever has one of its protectors. Several may stand side by side, like key slots.
///
/// A protector wraps a random key of 32 bytes, under which the vault seals its master key together with the slot's place; so a protector need not
/// bind what it wraps to a vault. A new one is one file, and three lines that run the protectors' conformance suite on it.
public protocol Protector: Sendable {
    /// Which kind it is; stands in the clear in the vault.
    var kind: ProtectorKind { get }

    /// Wraps a key of 32 bytes. What it gives stands in the clear in the vault: at most ``ProtectorKind/maximumWrappedByteCount`` bytes.
    func wrap(_ key: SecretBytes) async throws(VaultError) -> [UInt8]

    /// Gives back what ``wrap(_:)`` wrapped. The bytes may have been written by an enemy: cap every cost in them before it is paid.
    ///
    /// Throws ``VaultError/Code/authenticationFailed`` when this protector did not wrap it, ``VaultError/Code/locked`` when it could later, and
    /// ``VaultError/Code/storeUnavailable`` when the hardware or service is not there.
    func unwrap(_ wrapped: [UInt8]) async throws(VaultError) -> SecretBytes

    /// Called when a slot is removed, for a protector that keeps something elsewhere. Failing is no harm: the slot is gone.
    func forget(_ wrapped: [UInt8]) async
}

extension Protector {
    /// Does nothing.
    public func forget(_ wrapped: [UInt8]) async {}
}

/// The name of a kind of protector, kept in the vault's key slots.
public struct ProtectorKind: Hashable, Sendable, CustomStringConvertible {
    /// 1 to 32 characters of `a`-`z`, `0`-`9` and `-`.
    public let name: String

    /// The most bytes that a protector may keep in a slot.
    public static let maximumWrappedByteCount = 16 << 10

    /// Makes a kind; `nil` for a name of another form.
    public init?(_ name: String) {
        guard (1...32).contains(name.utf8.count),
            name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
        else { return nil }
        self.name = name
    }

    private init(known name: String) { self.name = name }

    /// A passphrase (``PassphraseProtector``).
    public static let passphrase = ProtectorKind(known: "passphrase")
    /// A key file (``KeyFileProtector``).
    public static let keyFile = ProtectorKind(known: "key-file")
    /// A systemd credential (``SystemdCredentialProtector``).
    public static let systemdCredential = ProtectorKind(known: "systemd-credential")
    /// The Secret Service, on Linux.
    public static let secretService = ProtectorKind(known: "secret-service")
    /// A TPM 2.0 (``WrappingKeyProtector``, as the next three).
    public static let tpm = ProtectorKind(known: "tpm")
    /// A PKCS #11 token.
    public static let pkcs11 = ProtectorKind(known: "pkcs11")
    /// Apple's Secure Enclave.
    public static let secureEnclave = ProtectorKind(known: "secure-enclave")
    /// A key that the program itself holds.
    public static let softwareKey = ProtectorKind(known: "software-key")

    public var description: String { name }
}
