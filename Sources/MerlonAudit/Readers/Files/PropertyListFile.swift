import MerlonCore

/// A property list among the files of a target.
enum PropertyListFile {
    /// The file's content; `nil`, with a note, when it is none.
    static func read(_ file: BundleFile, notes: inout NoteList) -> PropertyList? {
        guard let content = file.content else {
            notes.add(file.path, "its content was not looked at: it has \(file.size) bytes")
            return nil
        }
        do throws(PropertyListError) { return try PropertyListReader.read(content) } catch {
            notes.add(file.path, "\(error)")
            return nil
        }
    }
}
