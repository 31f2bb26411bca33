import MerlonCommandLine
import MerlonPrivacy

/// `merlon redact`: masks credentials and personal data in a log on its way through.
enum RedactCommand {
    private enum Kind: String, CaseIterable, Sendable {
        case credentials, webTokens = "web-tokens", apiKeys = "api-keys", privateKeys = "private-keys", labelled,
            urlPasswords = "url-passwords", cardNumbers = "card-numbers", ibans, emailAddresses = "email-addresses",
            phoneNumbers = "phone-numbers"

        var kinds: SensitiveKinds {
            switch self {
            case .credentials: .credentials
            case .webTokens: .webTokens
            case .apiKeys: .apiKeys
            case .privateKeys: .privateKeys
            case .labelled: .labelled
            case .urlPasswords: .urlPasswords
            case .cardNumbers: .cardNumbers
            case .ibans: .ibans
            case .emailAddresses: .emailAddresses
            case .phoneNumbers: .phoneNumbers
            }
        }
    }

    private static let source = Argument(.path("FILE"), count: .zeroOrOne, "the log; standard input without it, or for -")
    private static let only = Option.list("only", .choice("KIND") as ValueType<Kind>, "mask these kinds only; all without it")
    private static let count = Option.flag("count", short: "c", "say on standard error how many places were masked")

    static let command = Command(
        name: "redact", abstract: "mask credentials and personal data in a log",
        discussion: """
            What is masked becomes ‹redacted›; all else comes out as it went in, line by line, in constant memory. Tokens, keys, card and account \
            numbers, addresses and telephone numbers are known by their form, passwords by the name before them or their place in a URL. A secret \
            without form or name is not found: keep it out of the log.
            """,
        arguments: [source.definition], options: [only.definition, count.definition],
        examples: [
            Example("merlon redact app.log --only credentials --count", "Masks credentials, keeps personal data, and counts."),
            Example("server 2>&1 | merlon redact >> server.log", "Masks what a program logs before it reaches the disk."),
        ]
    ) { invocation in
        let chosen = try invocation.value(of: only).reduce(into: SensitiveKinds()) { $0.formUnion($1.kinds) }
        var stream = LogSanitizer(kinds: chosen.isEmpty ? .all : chosen).stream()
        var output: [UInt8] = []
        try InputFile.readPieces(try invocation.values(of: source).first ?? SecretInput.standardInput) { piece throws(CommandLineError) in
            stream.append(piece, to: &output)
            try invocation.console.output.write(output)
            output.removeAll(keepingCapacity: true)
        }
        stream.finish(to: &output)
        try invocation.console.output.write(output)
        if try invocation.value(of: count) {
            try invocation.console.errors.write("\(stream.maskedCount) masked\n")
        }
        return .success
    }
}
