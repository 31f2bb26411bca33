/// Why there is no manifest, in one sentence.
struct EmbeddingError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
