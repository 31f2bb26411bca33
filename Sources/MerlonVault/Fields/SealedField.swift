public import MerlonCore
public import MerlonCrypto

/// One column of a database whose values are sealed, each bound to its place: table, column and row.
///
/// ```swift
/// let iban = SealedField(keys: keys, table: "account", column: "iban")
/// let sealed = try iban.seal("DE02 1203 0000 0000 2020 51", row: "42")
/// let text = try iban.openText(sealed, row: "42")
/// ```
/// A value that is copied to another row, column or table does not open there. Equal values look different. What the database still tells: that a
/// value is there, its length, when it changed; and an older value put back in its own place opens.
public struct SealedField: Sendable {
    private let keys: KeySet
    private let table: String
    private let column: String

    /// A column, and the keys that seal it: `let keys: KeySet = try await vault.key("fields", create: .once)`.
    public init(keys: KeySet, table: String, column: String) {
        self.keys = keys
        self.table = table
        self.column = column
    }

    /// Seals bytes for a row, which is named by what identifies it for ever: its primary key, never its position.
    public func seal(_ value: some Collection<UInt8>, row: String) throws(VaultError) -> [UInt8] {
        try reportingCrypto { () throws(CryptoError) in try keys.seal(value, context: context(row)) }
    }

    /// Seals a text for a row.
    public func seal(_ text: String, row: String) throws(VaultError) -> [UInt8] { try seal(Array(text.utf8), row: row) }

    /// Seals a secret for a row.
    public func seal(_ secret: SecretBytes, row: String) throws(VaultError) -> [UInt8] {
        try reportingCrypto { () throws(CryptoError) in try keys.seal(secret, context: context(row)) }
    }

    /// Opens a row's value.
    ///
    /// Throws ``VaultError/Code/corrupted`` for whatever was not sealed with these keys for this table, column and row.
    public func open(_ sealed: some Collection<UInt8>, row: String) throws(VaultError) -> [UInt8] {
        try opening("The field") { () throws(CryptoError) in try keys.open(sealed, context: context(row)) }
    }

    /// Opens a row's text.
    public func openText(_ sealed: some Collection<UInt8>, row: String) throws(VaultError) -> String {
        guard let text = String(strictUTF8: try open(sealed, row: row)) else { throw VaultError(.wrongKind, "The field holds no text.") }
        return text
    }

    /// Opens a row's value into protected memory.
    public func openSecret(_ sealed: some Collection<UInt8>, row: String) throws(VaultError) -> SecretBytes {
        try opening("The field") { () throws(CryptoError) in try keys.openSecret(sealed, context: context(row)) }
    }

    /// The value sealed with the newest key; `nil` when it is already. For the pass over a table that follows a rotation.
    public func resealed(_ sealed: some Collection<UInt8>, row: String) throws(VaultError) -> [UInt8]? {
        guard keys.needsResealing(sealed) else { return nil }
        return try opening("The field") { () throws(CryptoError) in try keys.reseal(sealed, context: context(row)) }
    }

    private func context(_ row: String) -> SealingContext { SealingContext("merlon.field", table, column, row) }
}
