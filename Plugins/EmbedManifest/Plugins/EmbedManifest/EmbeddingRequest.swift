import PackagePlugin

/// What the command was asked for.
struct EmbeddingRequest {
    static let usage = """
        usage: swift package --allow-writing-to-package-directory embed-manifest --key FILE --sequence N [options]

          --key FILE        sign with this Ed25519 private key, PKCS #8 in PEM; a file outside of the package and its repository
          --sequence N      the release's number, above that of every earlier one
          --product NAME    the executable product; the only one unless said
          --library NAME    a dynamic library product that the program loads at run time without linking it; may be repeated
          --output FOLDER   copy program, libraries and manifest there; without it the manifest is laid beside the built program
          --static-swift-stdlib
                            link Swift's own libraries into the program (Linux); for programs without dynamic libraries of their own
          --swift-runtime   copy Swift's own libraries along (Linux): needed where they do not come with the system, in /usr/lib
        """

    let key: String
    let sequence: String
    let product: String?
    let libraries: [String]
    let output: String?
    let takesSwiftRuntime: Bool
    let linksSwiftStatically: Bool

    /// `nil` when help was asked for.
    init?(_ arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        guard extractor.extractFlag(named: "help") == 0 else { return nil }
        func one(_ name: String) throws -> String? {
            let values = extractor.extractOption(named: name)
            guard values.count <= 1 else { throw EmbeddingError("--\(name) is given \(values.count) times") }
            guard values.first?.isEmpty != true else { throw EmbeddingError("--\(name) is empty") }
            return values.first
        }
        guard let key = try one("key") else { throw EmbeddingError("--key is missing\n\(Self.usage)") }
        guard let sequence = try one("sequence") else { throw EmbeddingError("--sequence is missing\n\(Self.usage)") }
        guard let number = Int64(sequence), number >= 1 else { throw EmbeddingError("--sequence is no number from 1 on") }
        self.key = key
        self.sequence = String(number)
        product = try one("product")
        libraries = extractor.extractOption(named: "library")
        output = try one("output")
        takesSwiftRuntime = extractor.extractFlag(named: "swift-runtime") > 0
        linksSwiftStatically = extractor.extractFlag(named: "static-swift-stdlib") > 0
        guard output != nil || !takesSwiftRuntime else {
            throw EmbeddingError("--swift-runtime needs --output, the folder that they go to")
        }
        guard extractor.remainingArguments.isEmpty else {
            throw EmbeddingError("'\(extractor.remainingArguments[0])' is not known\n\(Self.usage)")
        }
    }
}
