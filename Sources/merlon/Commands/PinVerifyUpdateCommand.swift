import MerlonCommandLine
import MerlonCore
import MerlonCrypto
import MerlonPinning

/// `merlon pin verify-update`: checks a signed update as an app does.
enum PinVerifyUpdateCommand {
    private static let file = Argument(.path("FILE"), "the update")
    private static let key = Option.list("public-key", .path("FILE"), "an Ed25519 public key that apps trust, in PEM; one must have signed")
    private static let after = Option(
        "after", .number("N", in: 0...Int.max), default: 0, shownAs: "0", "the sequence that apps have: the update's must be above it")

    static let command = Command(
        name: "pin verify-update", abstract: "check a signed update of pins as an app does",
        discussion: "Prints the pins of an update that is valid, as a file of pins.",
        arguments: [file.definition], options: [key.definition, after.definition, PinningOptions.at.definition],
        examples: [Example("merlon pin verify-update pins.update --public-key update.pub --after 11", "Says whether apps will take it.")],
        exitStatuses: [
            ExitStatusMeaning(.success, "apps take it"), ExitStatusMeaning(.findings, "apps refuse it"),
            ExitStatusMeaning(.usage, "wrong use, or a file that cannot be read"),
        ]
    ) { invocation in
        let paths = try invocation.value(of: key)
        guard !paths.isEmpty else { throw CommandLineError(.missingValue, "--public-key is needed") }
        let keys = try paths.map { path in
            try VerifyingKey(pem: String(decoding: InputFile.read(path, limit: 16 << 10), as: UTF8.self), algorithm: .ed25519)
        }
        let bytes = try InputFile.read(invocation.values(of: file)[0], limit: PinUpdate.maximumByteCount)
        let now = try PinningOptions.time(invocation).wallTime
        do {
            let update = try PinUpdate(verifying: bytes, keys: keys, now: now)
            let after = Int64(try invocation.value(of: after))
            guard update.sequence > after else {
                throw PinningError(.staleUpdate, "The update has sequence \(update.sequence), and apps have \(after)")
            }
            let text = "sequence \(update.sequence), issued \(update.issued.iso8601), expires \(update.expires.iso8601)\n"
            try invocation.console.output.write(text + update.policy.json.serialized(pretty: true))
            return .success
        } catch let error as PinningError {
            invocation.console.report(error)
            return .findings
        }
    }
}
