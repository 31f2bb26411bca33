import MerlonCommandLine
import MerlonCore
import MerlonCrypto

/// `merlon open`: opens what `merlon seal` made.
enum OpenCommand {
    private static let source = Argument(.path("FILE"), "the sealed file; - for standard input")

    static let command = Command(
        name: "open", abstract: "open a sealed file",
        discussion: """
            Without --output the result is FILE without its ending .sealed. It appears when all of FILE has authenticated, whole, and readable by \
            its owner alone; else not at all. A file that is there already is kept unless --force is given. With --resumable an interrupted run \
            leaves the contents so far, in the clear, in FILE.part; the same command goes on.
            """,
        arguments: [source.definition],
        options: [
            SealingOptions.keyFile.definition, SealingOptions.password.definition, SealingOptions.passwordFile.definition,
            SealingOptions.output.definition, SealingOptions.context.definition, SealingOptions.force.definition,
            SealingOptions.resumable.definition, SealingOptions.quiet.definition,
        ],
        examples: [
            Example("merlon open backup.db.sealed --password", "Asks for the password and writes backup.db."),
            Example("merlon open photos.sealed --key backup.key --output photos.tar", "Opens with a key file."),
        ],
        exitStatuses: SealingOptions.exitStatuses,
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let source = try invocation.values(of: source)[0]
        let destination = try destination(invocation, source: source)
        try SealingOptions.checkStandardInput(invocation, source: source)
        let existing = try SealingOptions.existing(invocation, at: destination)
        let identity = try SealingOptions.identity(invocation)
        let context = SealingContext(try invocation.value(of: SealingOptions.context))
        if try invocation.value(of: SealingOptions.resumable) {
            return try SealingOptions.run(invocation, source: source, kept: "the same command goes on") { progress in
                try SealedFile.openResumably(
                    source, to: destination, with: identity, context: context, existing: existing, progress: progress)
            }
        }
        return try SealingOptions.run(invocation, source: source) { progress in
            try SealedFile.open(
                SealingOptions.path(of: source), to: destination, with: identity, context: context, existing: existing, progress: progress)
        }
    }

    private static func destination(_ invocation: Invocation, source: String) throws -> String {
        if let path = try invocation.value(of: SealingOptions.output) { return path }
        guard source.hasSuffix(".sealed"), source.count > ".sealed".count else {
            throw CommandLineError(.missingValue, "--output is needed, since '\(source)' does not end in .sealed")
        }
        return String(source.dropLast(".sealed".count))
    }
}
