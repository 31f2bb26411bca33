import MerlonCommandLine
import MerlonCore
import MerlonCrypto

/// `merlon seal`: encrypts and authenticates a file.
enum SealCommand {
    private static let source = Argument(.path("FILE"), "the file to seal; - for standard input")
    private static let recipient = Option.list(
        "recipient", short: "r", .recipient, "who can open the file: the line that 'merlon keygen --type identity' prints")
    private static let resume = Option.flag("resume", "go on with an interrupted --resumable run; --key or --password is one of its own")

    static let command = Command(
        name: "seal", abstract: "encrypt and authenticate a file",
        discussion: """
            The sealed file opens with any one of the keys, passwords and recipients that are given, and shows every change and cut. FILE stays as it is. \
            Without --output the result is FILE.sealed. It appears whole or not at all, readable by its owner alone; a file that is there \
            already is kept unless --force is given.

            With --resumable an interrupted run leaves the sealed file so far in FILE.part. --resume goes on with it, for the keys and \
            passwords that it was begun with, as long as what was sealed has not changed since.
            """,
        arguments: [source.definition],
        options: [
            SealingOptions.keyFile.definition, SealingOptions.password.definition, SealingOptions.passwordFile.definition,
            recipient.definition, SealingOptions.output.definition, SealingOptions.context.definition, SealingOptions.force.definition,
            SealingOptions.resumable.definition, resume.definition, SealingOptions.quiet.definition,
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
        try SealingOptions.checkStandardInput(invocation, source: source)
        let existing = try SealingOptions.existing(invocation, at: destination)
        let context = SealingContext(try invocation.value(of: SealingOptions.context))
        if try invocation.value(of: resume) {
            return try goOn(invocation, source: source, destination: destination, context: context, existing: existing)
        }
        let recipients = try recipients(invocation)
        if try invocation.value(of: SealingOptions.resumable) {
            return try SealingOptions.run(invocation, source: source, kept: "--resume goes on") { progress in
                try SealedFile.beginSealing(
                    SealingOptions.path(of: source), to: destination, for: recipients, context: context, existing: existing,
                    progress: progress)
            }
        }
        return try SealingOptions.run(invocation, source: source) { progress in
            try SealedFile.seal(
                SealingOptions.path(of: source), to: destination, for: recipients, context: context, existing: existing,
                progress: progress)
        }
    }

    private static func goOn(
        _ invocation: Invocation, source: String, destination: String, context: SealingContext, existing: ExistingFile
    ) throws -> ExitStatus {
        guard try invocation.value(of: recipient).isEmpty else {
            throw CommandLineError(.conflict, "--resume takes the recipients that the run began with", hint: "leave --recipient out")
        }
        let identity = try SealingOptions.identity(invocation)
        return try SealingOptions.run(invocation, source: source, kept: "--resume goes on") { progress in
            do throws(CryptoError) {
                try SealedFile.resumeSealing(
                    SealingOptions.path(of: source), to: destination, with: identity, context: context, existing: existing,
                    progress: progress)
            } catch {
                guard error.code == .sourceChanged || error.code == .malformed else { throw error }
                throw CommandLineError(
                    .unreadable, error.errorLine, hint: "remove '\(destination).part' and begin anew")
            }
        }
    }

    private static func destination(_ invocation: Invocation, source: String) throws -> String {
        if let path = try invocation.value(of: SealingOptions.output) { return path }
        if source == SecretInput.standardInput { throw CommandLineError(.missingValue, "--output is needed for standard input") }
        return source + ".sealed"
    }

    private static func recipients(_ invocation: Invocation) throws -> [FileRecipient] {
        var recipients: [FileRecipient] = []
        if let path = try invocation.value(of: SealingOptions.keyFile) {
            guard let keys = try KeyFile(reading: path).keys else {
                throw CommandLineError(
                    .invalidValue, "'\(path)' holds identities only", hint: "to seal for one, give its public half with --recipient")
            }
            recipients.append(.keys(keys))
        }
        recipients += try invocation.value(of: recipient).map { .publicKey($0) }
        if let password = try SealingOptions.password(invocation, isNew: true) { recipients.append(.password(password)) }
        guard !recipients.isEmpty else {
            throw CommandLineError(
                .missingValue, "nobody could open the file", hint: "give --key, --password, --password-file or --recipient")
        }
        return recipients
    }
}
