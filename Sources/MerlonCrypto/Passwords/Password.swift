import Foundation
public import MerlonCore

/// Something that a person remembers: too easy to guess to be a key, so nothing takes it but slow password hashing.
///
/// It cannot reach a fast hash function, ``DerivationKey`` or ``SealingKey``: it gives its bytes to nobody outside of this module.
public struct Password: Sendable {
    /// The most bytes of a password. More is refused, since hashing them would only cost time.
    public static let maximumByteCount = 4096

    private let bytes: SecretBytes

    /// The password of a text, in normalization form C, so that it does not matter on which keyboard "é" was typed (RFC 8265, 4.2.2). Blanks
    /// count, at the ends too.
    ///
    /// The text itself stays where it is, unprotected. Throws ``CryptoError/Code/invalidArgument`` when it is empty,
    /// ``CryptoError/Code/limitExceeded`` when it is longer than ``maximumByteCount``.
    public init(_ text: String) throws(CryptoError) {
        var utf8 = Array(text.precomposedStringWithCanonicalMapping.utf8)
        defer { wipe(&utf8) }
        try self.init(bytes: try translatingCoreErrors { () throws(CoreError) in try SecretBytes(copying: utf8) })
    }

    /// The password of bytes that are taken as they are, which a reader of standard input has put into protected memory.
    public init(bytes: SecretBytes) throws(CryptoError) {
        guard bytes.count > 0 else { throw CryptoError(.invalidArgument, "The password is empty.") }
        guard bytes.count <= Self.maximumByteCount else {
            throw CryptoError(.limitExceeded, "A password has at most \(Self.maximumByteCount) bytes.")
        }
        self.bytes = bytes
    }

    /// The slow hash of the password: a key, or what is compared.
    func stretched(salt: [UInt8], cost: PasswordCost, count: Int) throws(CryptoError) -> SecretBytes {
        var output = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: count) }
        unsafe try bytes.withUnsafeBytes { (password) throws(CryptoError) in
            unsafe try salt.withBytes { (salt) throws(CryptoError) in
                unsafe try output.withUnsafeMutableBytes { (output) throws(CryptoError) in
                    switch cost {
                    case .argon2id(let memory, let passes, let lanes):
                        guard lanes == 1 else { throw CryptoError(.unsupported, "Argon2id with more than one lane.") }
                        unsafe try Backend.argon2id(password: password, salt: salt, passes: passes, memoryKiB: memory, into: output)
                    case .pbkdf2SHA256(let iterations):
                        unsafe try Backend.pbkdf2(.sha256, password: password, salt: salt, iterations: iterations, into: output)
                    }
                }
            }
        }
        return SecretBytes(output)
    }

    /// A key of 32 bytes made of the password, for what another module seals. The cost is checked before it is paid.
    package func stretchedKey(salt: [UInt8], cost: PasswordCost) throws(CryptoError) -> SecretBytes {
        try cost.checkForReading()
        return try stretched(salt: salt, cost: cost, count: SealingAlgorithm.keyByteCount)
    }

    /// Whether the password is that of a standard Argon2id string.
    func matches(argon2idString text: String) throws(CryptoError) -> Bool {
        unsafe try bytes.withUnsafeBytes { (password) throws(CryptoError) in unsafe try Backend.argon2idMatches(text, password: password) }
    }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { Redaction.text }
    public var debugDescription: String { Redaction.text }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
