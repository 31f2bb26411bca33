public import MerlonCore
public import MerlonCrypto

/// A key that never leaves its hardware: a TPM 2.0, a PKCS #11 token, the Secure Enclave; whatever keeps ``WrappingKey``.
///
/// Stops whoever has the vault and not the device, also with unlimited time. It does not stop a program that may use the key on that device, unless the
/// key asks for a PIN or is bound to the machine's measured start (its ``KeyAttributes`` say so). When the device dies the vault is lost: add a second
/// protector.
public struct WrappingKeyProtector: Protector {
    private let key: any WrappingKey

    private static let context: SealingContext = "merlon.vault.slot.1"

    /// - Parameter key: wraps and unwraps the vault's slot key.
    public init(_ key: any WrappingKey) { self.key = key }

    public var kind: ProtectorKind {
        switch key.attributes.residence {
        case .tpm: .tpm
        case .pkcs11Token: .pkcs11
        case .secureEnclave: .secureEnclave
        case .software: .softwareKey
        }
    }

    public func wrap(_ key: SecretBytes) async throws(VaultError) -> [UInt8] {
        try await BlockingWork.run { [wrapping = self.key] () throws(VaultError) in
            try Self.reporting { () throws(CryptoError) in try wrapping.wrap(key, context: Self.context) }
        }
    }

    public func unwrap(_ wrapped: [UInt8]) async throws(VaultError) -> SecretBytes {
        try await BlockingWork.run { [key] () throws(VaultError) in
            try Self.reporting { () throws(CryptoError) in try key.unwrap(wrapped, context: Self.context) }
        }
    }

    /// A refused PIN and a machine in another state are failed authentications; too many tries lock the device for a while.
    private static func reporting<R>(_ body: () throws(CryptoError) -> R) throws(VaultError) -> R {
        do throws(CryptoError) { return try body() } catch {
            let status = error.nativeStatus.map { Int32(truncatingIfNeeded: $0) }
            switch error.code {
            case .accessDenied, .policyUnsatisfied, .keyNotFound:
                throw VaultError(.authenticationFailed, error.reason, nativeStatus: status)
            case .lockedOut: throw VaultError(.locked, error.reason, nativeStatus: status)
            case .invalidArgument, .limitExceeded, .malformed, .invalidKey:
                throw VaultError(.authenticationFailed, "The slot is not this key's.", nativeStatus: status)
            default: throw VaultError(error)
            }
        }
    }
}
