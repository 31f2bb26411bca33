import MerlonCommandLine
import MerlonCore
import MerlonCrypto

/// What `merlon seal` and `merlon open` are told in the same way, and how it is read.
enum SealingOptions {
    static let keyFile = Option.optional("key", short: "k", .path("FILE"), "a key file as 'merlon keygen' writes it; - for standard input")
    static let password = Option.flag("password", short: "p", "ask for a password at the terminal")
    static let passwordFile = Option.optional(
        "password-file", .path("FILE"), "a password, the whole FILE but the line end; - for standard input")
    static let output = Option.optional("output", short: "o", .path("FILE"), "where the result goes")
    static let context = Option(
        "context", short: "c", .text("TEXT"), default: "merlon.tool",
        "what the file is for; opening needs the same TEXT, which is authenticated and not stored")
    static let force = Option.flag("force", short: "f", "replace the output file if it exists")
    static let resumable = Option.flag(
        "resumable", "when interrupted, leave what is done beside the output file, as FILE.part and FILE.part-journal")
    static let quiet = Option.flag("quiet", short: "q", "show no progress")

    static let exitStatuses = [
        ExitStatusMeaning(.success, "done, and the output file is whole and on the disk"),
        ExitStatusMeaning(.findings, "the input does not open: changed, cut, or not for this key, password or context"),
        ExitStatusMeaning(.usage, "wrong use, no sealed file, or a file that cannot be read or written"),
        ExitStatusMeaning(.internalFault, "a defect of merlon"),
    ]

    /// Runs the work with a progress bar, so that it can be stopped without leaving anything half done. `kept` says how to go on with what a
    /// stop leaves on purpose.
    static func run(
        _ invocation: Invocation, source: String, kept: String? = nil, _ work: (_ progress: @escaping (FileProgress) -> Bool) throws -> Void
    ) throws -> ExitStatus {
        let bar = ProgressBar(on: invocation.console.errors, items: [source], isHidden: try invocation.value(of: quiet))
        Interruption.watch()
        defer { bar.clear() }
        do {
            try work { progress in
                if let total = progress.totalByteCount, total > 0 {
                    bar.show(Double(progress.doneByteCount) / Double(total), of: 0)
                }
                return !Interruption.isRequested
            }
        } catch let error as CryptoError where error.code == .cancelled {
            bar.clear()
            if let kept { try? invocation.console.errors.write("what is done is kept; \(kept)\n") }
            Interruption.end()
        } catch let error as CryptoError where error.code == .authenticationFailed {
            bar.clear()
            invocation.console.report(
                CommandLineError(
                    .unreadable, "'\(source)' does not open",
                    hint: "it was changed or cut, or it was sealed for another key, password or context"))
            return .findings
        }
        return .success
    }

    /// The path that is read: `-` stands for standard input.
    static func path(of source: String) -> String { source == SecretInput.standardInput ? "/dev/stdin" : source }

    /// The password that was asked for, if one was.
    static func password(_ invocation: Invocation, isNew: Bool) throws -> Password? {
        let file = try invocation.value(of: passwordFile)
        guard try invocation.value(of: password) else {
            return try file.map { try Password(bytes: SecretInput.readLine($0, limit: Password.maximumByteCount)) }
        }
        guard file == nil else { throw CommandLineError(.conflict, "--password and --password-file exclude each other") }
        func ask(_ text: String) throws -> SecretBytes {
            try SecretInput.prompt(text, limit: Password.maximumByteCount, noTerminal: "give it with --password-file FILE")
        }
        let typed = try ask("password: ")
        if isNew, try ask("the same again: ") != typed { throw CommandLineError(.invalidValue, "the two passwords differ") }
        return try Password(bytes: typed)
    }

    /// What the file is opened with: a key file or a password, not both.
    static func identity(_ invocation: Invocation) throws -> FileIdentity {
        let path = try invocation.value(of: keyFile)
        let password = try password(invocation, isNew: false)
        switch (path, password) {
        case (let path?, nil): return try KeyFile(reading: path).identity
        case (nil, let password?): return .password(password)
        case (nil, nil):
            throw CommandLineError(.missingValue, "nothing to open the file with", hint: "give --key, --password or --password-file")
        default: throw CommandLineError(.conflict, "a key and a password exclude each other")
        }
    }

    /// What happens to a file at the destination, which is looked for before anybody is asked for a password.
    static func existing(_ invocation: Invocation, at destination: String) throws -> ExistingFile {
        if try invocation.value(of: force) { return .replaced }
        guard !InputFile.exists(destination) else {
            throw CommandLineError(.notWritable, "'\(destination)' exists already", hint: "--force replaces it")
        }
        return .kept
    }

    /// Throws when standard input would be read for two things.
    static func checkStandardInput(_ invocation: Invocation, source: String) throws {
        let uses = [source, try invocation.value(of: keyFile), try invocation.value(of: passwordFile)]
        if uses.filter({ $0 == SecretInput.standardInput }).count > 1 {
            throw CommandLineError(.conflict, "standard input can be read for one thing only")
        }
    }
}

extension ValueType where Value == AgreementPublicKey {
    /// The public half of an identity.
    static var recipient: ValueType {
        .init(placeholder: "RECIPIENT", completion: .none) { text in
            KeyText.publicKey(text).map { .value($0) } ?? .invalid(expected: "a line that starts with \(KeyText.recipient)")
        }
    }
}
