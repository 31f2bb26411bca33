import MerlonCommandLine
import MerlonCore
import MerlonCrypto
import MerlonPinning

/// `merlon pin sign`: makes a signed update of pins.
enum PinSignCommand {
    private static let file = Argument(.path("FILE"), "a file of pins, or a property list with NSPinnedDomains")
    private static let key = Option.optional("key", .path("FILE"), "the Ed25519 private key, PKCS #8 in PEM; - for standard input")
    private static let sequence = Option.optional(
        "sequence", .number("N", in: 1...Int.max), "the update's number, above that of every earlier one")
    private static let expires = Option.optional("expires", .date, "when the pins of the app's bundle hold again; within two years")
    private static let output = Option.optional("output", short: "o", .path("FILE"), "where the update goes, whole or not at all")

    static let command = Command(
        name: "pin sign", abstract: "make a signed update of pins",
        discussion: """
            The update takes the place of the pins in apps that trust the key, without a release. A file with errors in 'merlon pin lint' is not \
            signed. A key is made by 'openssl genpkey -algorithm ed25519'; who has it decides whom the apps talk to, so keep it offline.
            """,
        arguments: [file.definition],
        options: [key.definition, sequence.definition, expires.definition, output.definition, PinningOptions.at.definition],
        examples: [
            Example("merlon pin sign pins.json --key update.key --sequence 12 --expires 2027-06-30 --output pins.update", "Signs the pins.")
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        guard let keyPath = try invocation.value(of: key), let sequence = try invocation.value(of: sequence),
            let expires = try invocation.value(of: expires)
        else { throw CommandLineError(.missingValue, "--key, --sequence and --expires are needed") }
        let bytes = try InputFile.read(invocation.values(of: file)[0], limit: PinningPolicy.maximumFileByteCount)
        let now = try PinningOptions.time(invocation).wallTime
        if let finding = PinLint(now: now).check(file: bytes).first(where: { $0.severity == .error }) {
            throw CommandLineError(.unreadable, finding.message, hint: "'merlon pin lint' has the whole list")
        }
        let policy = try PinFile.policy(in: bytes)
        let update = try PinUpdate(sequence: Int64(sequence), issued: now, expires: expires, policy: policy)
        var text = try InputFile.read(keyPath == "-" ? "/dev/stdin" : keyPath, limit: 16 << 10)
        defer { wipe(&text) }
        let signer = try SoftwareSigningKey(pkcs8PEM: String(decoding: text, as: UTF8.self), algorithm: .ed25519)
        let signed = try update.signed(with: signer)
        if let path = try invocation.value(of: output) {
            try OutputFile.write(signed, to: path)
        } else {
            try invocation.console.output.write(signed)
        }
        return .success
    }
}
