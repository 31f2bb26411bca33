/// The files of a target with what was read from them, in the order of their paths.
struct FileCollection: Sendable {
    /// A file, and what it is as a program.
    struct Item: Sendable {
        var file: BundleFile
        var facts: BinaryFacts?
        /// The secrets in it, where it was searched to its end for them.
        var secrets: [FileSecretSearch.Found]?
    }

    var items: [Item] = []
    var notes: NoteList
}
