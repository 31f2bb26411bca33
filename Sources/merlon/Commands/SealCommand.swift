import MerlonCommandLine
import MerlonCore
import MerlonCrypto

/// `merlon seal`: encrypts and authenticates a file.
enum SealCommand {
    private static let source = Argument(.path("FILE"), "the file to seal; - for standard input")

    static let command = Command(
        name: "seal", abstract: "encrypt and authenticate a file",
        discussion: """
            The sealed file opens with any one of the keys and passwords that are given, and shows every change and cut. FILE stays as it is. \
            Without --output the result is FILE.sealed. It appears whole or not at all, readable by its owner alone; a file that is there \
            already is kept unless --force is given.
            """,
        arguments: [source.definition],
        options: [
            SealingOptions.keyFile.definition, SealingOptions.password.definition, SealingOptions.passwordFile.definition,
            SealingOptions.output.definition, SealingOptions.context.definition, SealingOptions.force.definition,
            SealingOptions.quiet.definition,
        ],
        examples: [
            Example("merlon seal backup.db --password", "Asks for a password twice and writes backup.db.sealed."),
            Example("merlon keygen --output backup.key && merlon seal backup.db --key backup.key", "Seals with a new random key."),
            Example("tar c photos | merlon seal - --key backup.key --output photos.sealed", "Seals what another program writes."),
        ],
        exitStatuses: SealingOptions.exitStatuses,
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let source = try invocation.values(of: source)[0]
        let destination = try destination(invocation, source: source)
        let existing: ExistingFile = try invocation.value(of: SealingOptions.force) ? .replaced : .kept
        try SealingOptions.checkStandardInput(invocation, source: source)
        // Before anybody is asked for a password.
        if existing == .kept, InputFile.exists(destination) {
            throw CommandLineError(.notWritable, "'\(destination)' exists already", hint: "--force replaces it")
        }
        let recipients = try recipients(invocation)
        let context = SealingContext(try invocation.value(of: SealingOptions.context))
        return try SealingOptions.run(invocation, source: source) { progress in
            try SealedFile.seal(
                SealingOptions.path(of: source), to: destination, for: recipients, context: context, existing: existing,
                progress: progress)
        }
    }

    private static func destination(_ invocation: Invocation, source: String) throws -> String {
        if let path = try invocation.value(of: SealingOptions.output) { return path }
        if source == SecretInput.standardInput { throw CommandLineError(.missingValue, "--output is needed for standard input") }
        return source + ".sealed"
    }

    private static func recipients(_ invocation: Invocation) throws -> [FileRecipient] {
        var recipients: [FileRecipient] = []
        if let path = try invocation.value(of: SealingOptions.keyFile) { recipients.append(.keys(try KeyFile(reading: path).keys)) }
        if let password = try SealingOptions.password(invocation, isNew: true) { recipients.append(.password(password)) }
        guard !recipients.isEmpty else {
            throw CommandLineError(.missingValue, "nobody could open the file", hint: "give --key, --password or --password-file")
        }
        return recipients
    }
}
