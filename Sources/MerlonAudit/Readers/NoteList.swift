/// Parts of a target that were left out, each with its place and the reason.
struct NoteList: Sendable {
    private let limit: Int
    private var notes: [String] = []
    private var further = 0

    init(limit: Int) { self.limit = limit }

    mutating func add(_ place: String, _ reason: String) {
        if notes.count < limit { notes.append("\(place): \(reason)") } else { further += 1 }
    }

    mutating func add(_ other: NoteList) {
        for note in other.notes {
            if notes.count < limit { notes.append(note) } else { further += 1 }
        }
        further += other.further
    }

    /// In the order in which they arose; the last tells how many more there were.
    var all: [String] { further == 0 ? notes : notes + ["\(further) more notes are not listed"] }
}
