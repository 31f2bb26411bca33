/// The name of a file in a source, made fit to be compared and shown.
struct SourcePath: Hashable, Sendable {
    /// Components joined by `/`, none of them `.` or `..` or empty. Bytes that are no UTF-8 and control characters are replaced.
    let text: String
    /// Whether the name had bytes that are no UTF-8.
    let isRepaired: Bool

    /// Checks a name as an archive or a folder has it; throws what is wrong with it, as the end of a sentence.
    init(_ raw: some Collection<UInt8>, limits: ReaderLimits) throws(SourcePathProblem) {
        guard !raw.isEmpty else { throw SourcePathProblem("has no name") }
        guard raw.count <= limits.pathLength else { throw SourcePathProblem("has a name of more than \(limits.pathLength) bytes") }
        guard raw.first != UInt8(ascii: "/") else { throw SourcePathProblem("has an absolute path") }
        let components = raw.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual([UInt8(ascii: ".")]) }
        guard !components.contains(where: { $0.elementsEqual([UInt8(ascii: "."), UInt8(ascii: ".")]) }) else {
            throw SourcePathProblem("has a path that leads out of the target")
        }
        guard !components.isEmpty else { throw SourcePathProblem("has no name") }
        guard components.count <= limits.depth else { throw SourcePathProblem("lies more than \(limits.depth) folders deep") }
        let joined = Array(components.joined(separator: [UInt8(ascii: "/")]))
        isRepaired = !String(decoding: joined, as: UTF8.self).utf8.elementsEqual(joined)
        text = Self.printable(joined)
    }

    /// Text that does nothing to a terminal.
    static func printable(_ raw: some Collection<UInt8>) -> String {
        let text = String(decoding: raw, as: UTF8.self)
        if raw.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
}

/// What is wrong with a name.
struct SourcePathProblem: Error, Hashable, Sendable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
