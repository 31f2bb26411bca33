/// The shape of an e-mail address around an `@`.
enum EmailShape {
    /// Last labels that no mail domain has and that other things with an `@` have: systemd units, images for displays, shared objects.
    private static let notDomains: Set<String> = [
        "automount", "device", "gif", "html", "jpeg", "jpg", "js", "json", "log", "md", "mount", "path", "pdf", "png", "scope", "service",
        "slice", "so", "socket", "svg", "swap", "swift", "target", "timer", "txt", "webp", "xml", "yaml", "yml",
    ]

    static func range(in bytes: LogBytes, around at: Int) -> Range<Int>? {
        // What was masked stands in the place of user and password.
        if bytes.has("›", at: at - 3) { return nil }
        var start = at
        while start > 0, at - start < 64, isLocal(bytes, start - 1) { start -= 1 }
        while start < at, bytes[start] == UInt8(ascii: ".") || bytes[start] == UInt8(ascii: "-") { start += 1 }
        guard start < at else { return nil }
        var end = at + 1
        var label = end
        var labels = 0
        while end < bytes.count, end - at <= 254 {
            if bytes[end] == UInt8(ascii: "."), end > label {
                guard bytes.isClass(LogClass.alphanumeric, at: end + 1) else { break }
                labels += 1
                label = end + 1
            } else if !bytes.isClass(LogClass.alphanumeric, at: end), bytes[end] != UInt8(ascii: "-") {
                break
            }
            end += 1
        }
        guard labels >= 1, (2...24).contains(end - label) else { return nil }
        guard !(label..<end).contains(where: { bytes.isClass(LogClass.digit, at: $0) || bytes[$0] == UInt8(ascii: "-") }) else {
            return nil
        }
        // The user of a repository's address, `git@host:path`, is nobody.
        if bytes.has("git@", at: start), start + 3 == at { return nil }
        let last = String((label..<end).map { Character(Unicode.Scalar(bytes[$0] | 0x20)) })
        return notDomains.contains(last) ? nil : start..<end
    }

    private static func isLocal(_ bytes: LogBytes, _ index: Int) -> Bool {
        bytes.isClass(LogClass.name, at: index) || bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "%")
            || bytes[index] >= 0x80
    }
}
