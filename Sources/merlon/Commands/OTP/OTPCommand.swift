import MerlonAuth
import MerlonCommandLine
import MerlonCore

/// `merlon otp`: one-time passwords, kept in a file vault.
enum OTPCommand {
    /// What is done; one file each.
    enum Action: String, CaseIterable, Sendable { case new, `import`, code, watch, verify, uri, qr, list, remove }

    static let action = Argument(ValueType<Action>.choice("ACTION"), Action.allCases.map(\.rawValue).joined(separator: ", "))
    static let subject = Argument(
        ValueType<String>.text("SUBJECT"), count: .zeroOrOne,
        "an account, by name, Issuer:name or the beginning of its id; for import a file, - for standard input; for list words to search")
    static let vault = Option.optional(
        "vault", .path("FILE"), "the vault that has the accounts (default: otp.vault in the user's data folder)")
    static let keyFile = Option.optional(
        "key-file", short: "k", .path("FILE"), "opens the vault in place of a passphrase; made when the vault is")
    static let passwordFile = Option.optional(
        "password-file", .path("FILE"), "the vault's passphrase, the whole FILE but the line end; - for standard input")
    static let issuer = Option.optional("issuer", .text("TEXT"), "new: who issued the account")
    static let algorithm = Option(
        "algorithm", .choice("HASH"), default: OTPAlgorithm.sha1, shownAs: "SHA1", "new: SHA1, SHA256 or SHA512")
    static let digits = Option("digits", .number("COUNT", in: 6...8), default: 6, shownAs: "6", "new: digits of a code")
    static let period = Option("period", .number("SECONDS", in: 1...86_400), default: 30, shownAs: "30", "new: how long a code lasts")
    static let counter = Option.flag("counter", "new: codes go by a counter (HOTP) in place of the time")
    static let reveal = Option.flag("reveal", "new, uri, qr: show the secret")
    static let output = Option.optional(
        "output", short: "o", .path("FILE"), "qr: write a new .png or .svg FILE that only its owner can read")
    static let codeFile = Option.optional("code-file", .path("FILE"), "verify: the code, in place of a prompt; - for standard input")
    static let seconds = Option.optional("for", .number("SECONDS", in: 1...86_400), "watch: end after so long")

    static let command = Command(
        name: "otp", abstract: "make, keep, show and check one-time passwords",
        discussion: """
            Accounts are kept in a vault that a passphrase or a key file opens. Secrets are read from files or standard input, and shown with \
            --reveal alone.

            new makes an account with a random secret. import reads otpauth:// and otpauth-migration:// URIs, one a line. code shows the \
            present code and the seconds that are left, or uses up the next code of a counter. watch shows codes with a countdown. verify \
            accepts a code once. uri and qr show an account for another authenticator. list shows names, remove removes an account for ever.

            A code that is checked on the machine that has the secret is no second factor.
            """,
        arguments: [action.definition, subject.definition],
        options: [
            vault.definition, keyFile.definition, passwordFile.definition, issuer.definition, algorithm.definition, digits.definition,
            period.definition, counter.definition, reveal.definition, output.definition, codeFile.definition, seconds.definition,
        ],
        examples: [
            Example("merlon otp import - < uris.txt", "Keeps the accounts of the URIs on standard input."),
            Example("merlon otp code example", "Shows the code of the one account that has 'example' in its names."),
            Example("merlon otp new alice --issuer Example --reveal", "Makes an account and shows its URI for the other side."),
            Example("merlon otp qr alice --reveal --output alice.png", "Writes a QR code for a phone."),
        ],
        exitStatuses: [
            ExitStatusMeaning(.success, "done; for verify: the code was right, and is used up"),
            ExitStatusMeaning(.findings, "verify: the code is not right, was used, or comes too soon after wrong ones"),
            ExitStatusMeaning(.usage, "wrong use, no such account, or a vault or file that does not open"),
            ExitStatusMeaning(.internalFault, "a defect of merlon"),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let request = try OTPRequest(invocation)
        switch try invocation.values(of: action)[0] {
        case .new: return try await request.new()
        case .import: return try await request.import()
        case .code: return try await request.code()
        case .watch: return try await request.watch()
        case .verify: return try await request.verify()
        case .uri: return try await request.uri()
        case .qr: return try await request.qr()
        case .list: return try await request.list()
        case .remove: return try await request.remove()
        }
    }
}
