/// Paths without what a person chose: those of the system stay, of all others the last component does.
enum ScrubbedPath {
    /// Folders whose content packages and the system lay out, not a person.
    private static let system: [Substring] = [
        "usr", "lib", "lib64", "bin", "sbin", "opt", "System", "snap", "nix", "Library", "Developer", "cores",
    ]
    static let executable = "(executable)"

    /// `/usr/lib/x.so` stays; `/home/ada/x.so` becomes `…/x.so`. At most 256 characters.
    static func scrub(_ path: some StringProtocol) -> String {
        // By bytes, as the kernel takes a path apart: this is asked for each mapping of each sweep.
        let path = String(path)
        guard path.utf8.contains(slash) else { return cut(path, 256) }
        let first = Substring(path.utf8.drop { $0 == slash }.prefix { $0 != slash })
        if path.hasPrefix("/"), system.contains(first) || path.hasPrefix("/memfd:"), !leads(elsewhere: path, first) {
            return cut(path, 256)
        }
        return "…/" + cut(baseName(path), 250)
    }

    /// Whether a path goes through a folder of the system to one that is a person's: macOS has `/Users` there a second time, and whoever loads a library
    /// may name it by way of the folder above.
    private static func leads(elsewhere path: String, _ first: Substring) -> Bool {
        if first == "System", path.hasPrefix("/System/Volumes/") { return true }
        var state = 0
        for byte in path.utf8 {
            if byte == slash {
                if state == 3 { return true }
                state = 1
            } else {
                state = byte == UInt8(ascii: ".") && (state == 1 || state == 2) ? state + 1 : 0
            }
        }
        return state == 3
    }

    /// The name of an AppArmor profile, which may be the path of the program that it is for; parts of it are split by `//`.
    static func profile(_ name: String) -> String {
        var parts: [Substring] = []
        var rest = name[...]
        while let end = rest.indices.first(where: { rest[$0...].hasPrefix("//") }) {
            parts.append(rest[..<end])
            rest = rest[end...].dropFirst(2)
        }
        return (parts + [rest]).map { $0.contains("/") ? scrub($0) : cut(String($0), 256) }.joined(separator: "//")
    }

    private static let slash = UInt8(ascii: "/")

    /// At most so many characters: counted only when there are more bytes than that.
    private static func cut(_ text: String, _ limit: Int) -> String { text.utf8.count <= limit ? text : String(text.prefix(limit)) }

    /// The place of a mount: what a rule looks for as it is, of others the first two components, and no volume's name.
    static func mount(_ path: String) -> String {
        let parts = path.split(separator: "/")
        if parts.isEmpty || MountDetector.places.contains(path) { return path }
        guard let first = parts.first, (system + ["private", "var", "dev"]).contains(first) else { return "…" }
        return "/" + parts.prefix(2).joined(separator: "/").prefix(128)
    }

    /// The name of a loaded object: the program itself has none.
    static func object(_ name: String) -> String { name.isEmpty ? executable : scrub(name) }

    /// The last component.
    static func baseName(_ path: some StringProtocol) -> String {
        let path = String(path)
        guard let last = path.utf8.lastIndex(where: { $0 != slash }) else { return "" }
        let whole = path.utf8[...last]
        let start = whole.lastIndex(of: slash).map(whole.index(after:)) ?? whole.startIndex
        return String(Substring(whole[start...]))
    }
}
