import MerlonMachO

/// Makes facts of a Mach-O. A part that is malformed is left empty and noted; what the others say stands.
enum BinaryReader {
    /// What came of it.
    struct Result: Sendable {
        /// `nil` when no slice could be read.
        var facts: BinaryFacts?
        var notes: [String]
    }

    static func read(_ storage: ByteStorage, path: String, locating interests: CodeInterests) -> Result {
        let file: MachOFile
        do throws(MachOError) { file = try MachOFile(ByteView(storage)) } catch {
            return Result(facts: nil, notes: ["cannot be read as a program: \(error)"])
        }
        var notes = NoteList(limit: 20)
        for problem in file.problems { notes.add(file.container == .archive ? "a member" : "a slice", "\(problem)") }
        var slices: [SliceFacts] = []
        for slice in file.slices {
            let place = slice.memberName ?? slice.architecture.name
            do throws(MachOError) {
                let reading = SliceReading(try slice.image.get(), place: place, interests: interests)
                notes.add(reading.notes)
                // The members of a static library are one program's worth of code.
                if slice.memberName != nil, let same = slices.firstIndex(where: { $0.architecture == reading.facts.architecture }) {
                    slices[same].merge(reading.facts)
                } else {
                    slices.append(reading.facts)
                    if slice.memberName != nil { slices[slices.count - 1].fileType = .staticArchive }
                }
            } catch {
                notes.add(place, "\(error)")
            }
        }
        return Result(facts: slices.isEmpty ? nil : BinaryFacts(path: path, slices: slices), notes: notes.all)
    }
}
