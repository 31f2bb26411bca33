extension FileRecipient {
    /// Whoever knows the password. Sealing and opening take as long as the cost says.
    public static func password(_ password: Password, cost: PasswordCost = .recommended) -> FileRecipient {
        FileRecipient { (fileKey) throws(CryptoError) in
            let wrapping = try PasswordWrapping(fileKey, under: password, cost: cost, context: FileIdentity.passwordContext)
            return FileStanza(.password, wrapping.encoded)
        }
    }
}

extension FileIdentity {
    /// A password. The costs that the file's header names are bounded before they are paid.
    public static func password(_ password: Password) -> FileIdentity {
        FileIdentity { (stanza) throws(CryptoError) in
            guard stanza.kind == .password else { return nil }
            return try PasswordWrapping(parsing: stanza.body).unwrap(with: password, context: passwordContext)
        }
    }

    static let passwordContext: SealingContext = "merlon.file-key.password"
}
