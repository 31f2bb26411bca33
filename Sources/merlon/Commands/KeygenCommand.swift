import MerlonCommandLine
import MerlonCore
import MerlonCrypto

/// `merlon keygen`: makes keys for `merlon seal`.
enum KeygenCommand {
    private enum Kind: String, CaseIterable, Sendable { case key, identity }

    private static let output = Option.optional(
        "output", short: "o", .path("FILE"), "where the key goes; the file must not exist, and only its owner can read it")
    private static let kind = Option(
        "type", short: "t", .choice("TYPE"), default: Kind.key, shownAs: "key",
        "key: one key that seals and opens; identity: a pair, of which the public half seals and FILE opens")

    static let command = Command(
        name: "keygen", abstract: "make a key for seal and open",
        discussion: """
            Without the key file nobody can open what was sealed for it, so keep a copy apart from the sealed files. An identity's public half, \
            a line that starts with merlon-recipient-1, is printed and stands in FILE as a remark; whoever has it can seal for you. A key file \
            may hold several keys, one a line: the first of type key seals, all of them open.
            """,
        options: [output.definition, kind.definition],
        examples: [
            Example("merlon keygen --output backup.key", "Makes a random key of 256 bits."),
            Example("merlon keygen --type identity --output me.key", "Makes a pair (X25519) and prints its public half."),
        ]
    ) { invocation in
        guard let path = try invocation.value(of: output) else {
            throw CommandLineError(.missingValue, "--output is needed: a key is not printed")
        }
        switch try invocation.value(of: kind) {
        case .key:
            let key = try SealingKey.generate()
            try NewSecretFile.write(Array("# merlon sealing key \(key.id)\n\(KeyText.text(of: key))\n".utf8), to: path)
        case .identity:
            let key = try AgreementPrivateKey.generate(.x25519)
            let recipient = KeyText.text(of: key.publicKey)
            let text = "# merlon identity; its public half is\n# \(recipient)\n\(KeyText.text(of: key) ?? "")\n"
            try NewSecretFile.write(Array(text.utf8), to: path)
            try invocation.console.output.write(recipient + "\n")
        }
        return .success
    }
}
