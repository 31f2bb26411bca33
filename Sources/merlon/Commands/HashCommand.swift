import Foundation
import MerlonAudit
import MerlonCommandLine
import MerlonCore
import MerlonCrypto
import MerlonMachO
import MerlonRuntime

/// `merlon hash PATH`: digests what was built, and signs it as the manifest that the running program is compared with.
enum HashCommand {
    private enum Format: String, CaseIterable, Sendable { case text, json }

    private static let path = Argument(.path("PATH"), "an IPA, an app's bundle, a program, a library, or a folder with them")
    private static let key = Option.optional(
        "key", .path("FILE"), "sign with this Ed25519 private key, PKCS #8 in PEM; - for standard input")
    private static let sequence = Option(
        "sequence", .number("N", in: 1...Int.max), default: 1, shownAs: "1", "the release's number, above that of every earlier one")
    private static let format = Option(
        "format", .choice("FORMAT") as ValueType<Format>, default: .text, shownAs: "text", "text or json, unsigned")
    private static let output = Option.optional("output", short: "o", .path("FILE"), "where the manifest goes, whole or not at all")

    static let command = Command(
        name: "hash", abstract: "digest code as the running program will see it, and sign a manifest",
        discussion: """
            Prints SHA-256 of the code of every binary, per architecture and section, with team, libraries and the profile's digest. With --key it \
            makes the signed manifest that MerlonRuntime compares the running program with. Give it what was built, before the App Store encrypts it: \
            signing and stripping do not change these digests, encryption does, and then they are left out with a warning. A key is made by 'openssl \
            genpkey -algorithm ed25519'; its public half is part of the app.
            """,
        arguments: [path.definition], options: [key.definition, sequence.definition, format.definition, output.definition],
        examples: [
            Example("merlon hash App.ipa", "Prints the digests."),
            Example("merlon hash App.app --key release.key --sequence 12 --output App.app/merlon.integrity", "Embeds a signed manifest."),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let target = try invocation.values(of: path)[0]
        var builder = ManifestBuilder()
        let notes = try read(target, into: &builder)
        let manifest = try builder.manifest(
            sequence: Int64(try invocation.value(of: sequence)), issued: SystemTimeSource().wallTime)
        for warning in notes + builder.warnings {
            try invocation.console.errors.write("warning: \(Console.singleLine(warning))\n")
        }
        let bytes: [UInt8]
        if let keyPath = try invocation.value(of: key) {
            if keyPath != "-", isInside(keyPath, target) {
                throw CommandLineError(
                    .conflict, "the key '\(keyPath)' lies in '\(target)', which is shipped",
                    hint: "keep signing keys out of what they sign, and out of its repository")
            }
            var text = try InputFile.read(keyPath == "-" ? "/dev/stdin" : keyPath, limit: 16 << 10)
            defer { wipe(&text) }
            let signer = try SoftwareSigningKey(pkcs8PEM: String(decoding: text, as: UTF8.self), algorithm: .ed25519)
            bytes = try manifest.signed(with: signer)
        } else {
            switch try invocation.value(of: format) {
            case .text: bytes = Array(Self.text(manifest).utf8)
            case .json: bytes = Array(manifest.json.serialized(pretty: true).utf8)
            }
        }
        if let path = try invocation.value(of: output) {
            try OutputFile.write(bytes, to: path)
        } else {
            try invocation.console.output.write(bytes)
        }
        return .success
    }

    /// Hands every file of the target to the builder, by its path from the bundle: `Payload/App.app` of an IPA is left out.
    private static func read(_ target: String, into builder: inout ManifestBuilder) throws -> [String] {
        if let head = try? FileHandle(forReadingAtPath: target)?.read(upToCount: 16), ManifestBuilder.needs("", [UInt8](head)) {
            let bytes = try ByteView(ByteStorage.mapped(path: target))
            try builder.add(String(target.split(separator: "/").last ?? "program"), bytes)
            return []
        }
        var files = ShippedFiles()
        try files.read(target, wanted: { ManifestBuilder.needs(inBundle($0), $1) }) { try builder.add(inBundle($0), $1) }
        return files.notes
    }

    /// Whether a file, or what a link of that name leads to, lies in a folder.
    private static func isInside(_ file: String, _ folder: String) -> Bool {
        let place = URL(fileURLWithPath: file)
        let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path + "/"
        let named = place.deletingLastPathComponent().resolvingSymlinksInPath().appendingPathComponent(place.lastPathComponent)
        return [named.path, place.resolvingSymlinksInPath().path].contains { $0.hasPrefix(root) }
    }

    private static func inBundle(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        guard parts.count > 2, parts[0] == "Payload", parts[1].hasSuffix(".app") else { return path }
        return parts.dropFirst(2).joined(separator: "/")
    }

    private static func text(_ manifest: IntegrityManifest) -> String {
        var lines: [String] = []
        if let app = manifest.application {
            lines.append("\(Console.singleLine(app.bundleIdentifier)) \(Console.singleLine(app.version))")
            lines.append("profile: \(app.profileDigest.map { Hex.encode($0) } ?? "none")")
        }
        for binary in manifest.binaries {
            lines.append("")
            lines.append(Console.singleLine(binary.path) + (binary.digest.map { "  " + Hex.encode($0) } ?? ""))
            for slice in binary.slices {
                let identifier = slice.identifier.isEmpty ? "no identifier" : Hex.encode(slice.identifier)
                lines.append(
                    "  \(slice.architecture)  \(identifier)" + (slice.team.isEmpty ? "" : "  team \(Console.singleLine(slice.team))"))
                if slice.isEncrypted { lines.append("    encrypted: no digests") }
                for section in slice.sections {
                    lines.append("    \(Hex.encode(section.digest))  \(section.name), \(section.size) bytes")
                }
                for library in slice.libraries { lines.append("    links \(Console.singleLine(library))") }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
