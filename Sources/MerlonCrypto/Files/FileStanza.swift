package import MerlonCore

/// One way in which a sealed file gives its key away: to the holder of a key, of a password, of a private key.
package struct FileStanza: Hashable, Sendable {
    /// What wrapped the file's key.
    package enum Kind: UInt64, Sendable, CaseIterable {
        /// A ``SealingKey`` or a ``KeySet``.
        case sealingKey = 1
        /// A password.
        case password = 2
        /// A public key, by HPKE.
        case publicKey = 3
    }

    package var kind: Kind
    /// The file's key, wrapped.
    package var body: [UInt8]

    package init(_ kind: Kind, _ body: [UInt8]) {
        self.kind = kind
        self.body = body
    }
}

/// Someone who will be able to open a sealed file.
public struct FileRecipient: Sendable {
    /// Wraps the file's key.
    package let wrap: @Sendable (SecretBytes) throws(CryptoError) -> FileStanza

    package init(wrap: @escaping @Sendable (SecretBytes) throws(CryptoError) -> FileStanza) { self.wrap = wrap }

    /// The holder of a key.
    public static func key(_ key: SealingKey) -> FileRecipient {
        FileRecipient { (fileKey) throws(CryptoError) in
            FileStanza(.sealingKey, try key.seal(fileKey, context: FileIdentity.keyContext))
        }
    }

    /// The holder of a set of keys, by its primary.
    public static func keys(_ keys: KeySet) -> FileRecipient { key(keys.primary) }
}

/// What opens a sealed file.
public struct FileIdentity: Sendable {
    /// The file's key, or `nil` when the stanza is for someone else.
    package let unwrap: @Sendable (FileStanza) throws(CryptoError) -> SecretBytes?

    package init(unwrap: @escaping @Sendable (FileStanza) throws(CryptoError) -> SecretBytes?) { self.unwrap = unwrap }

    /// A key.
    public static func key(_ key: SealingKey) -> FileIdentity { keys(KeySet(primary: key)) }

    /// Any key of a set, by the id that the file names.
    public static func keys(_ keys: KeySet) -> FileIdentity {
        FileIdentity { (stanza) throws(CryptoError) in
            guard stanza.kind == .sealingKey, let header = SealedHeader(of: stanza.body), keys.ids.contains(header.keyID) else {
                return nil
            }
            return try keys.openSecret(stanza.body, context: keyContext)
        }
    }

    static let keyContext: SealingContext = "merlon.file-key"
}
