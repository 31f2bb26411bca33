import MerlonCommandLine
import MerlonCore
import MerlonCrypto

/// `merlon keygen`: makes keys for `merlon seal`.
enum KeygenCommand {
    private static let output = Option.optional(
        "output", short: "o", .path("FILE"), "where the key goes; the file must not exist, and only its owner can read it")

    static let command = Command(
        name: "keygen", abstract: "make a key for seal and open",
        discussion: """
            Whoever has the key file can open what was sealed with it, and without it nobody can, so keep a copy apart from the sealed files. \
            A key file may hold several keys, one a line: the first seals, all of them open.
            """,
        options: [output.definition],
        examples: [Example("merlon keygen --output backup.key", "Makes a random key of 256 bits.")]
    ) { invocation in
        guard let path = try invocation.value(of: output) else {
            throw CommandLineError(.missingValue, "--output is needed: a key is not printed")
        }
        try NewSecretFile.write(try KeyFile.text(of: SealingKey.generate()), to: path)
        return .success
    }
}
