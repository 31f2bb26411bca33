/// Paths without what a person chose: those of the system stay, of all others the last component does.
enum ScrubbedPath {
    /// Folders whose content packages and the system lay out, not a person.
    private static let system: Set<Substring> = [
        "usr", "lib", "lib64", "bin", "sbin", "opt", "System", "snap", "nix", "Library", "Developer", "cores",
    ]
    static let executable = "(executable)"

    /// `/usr/lib/x.so` stays; `/home/ada/x.so` becomes `…/x.so`. At most 256 characters.
    static func scrub(_ path: some StringProtocol) -> String {
        guard path.contains("/") else { return String(path.prefix(256)) }
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        if let first = parts.first, path.hasPrefix("/"), system.contains(Substring(first)) { return String(path.prefix(256)) }
        if path.hasPrefix("/memfd:") { return String(path.prefix(256)) }
        return "…/" + String((parts.last ?? "").prefix(250))
    }

    /// The place of a mount: what a rule looks for as it is, of others the first two components, and no volume's name.
    static func mount(_ path: String) -> String {
        let parts = path.split(separator: "/")
        if parts.isEmpty || MountDetector.places.contains(path) { return path }
        guard let first = parts.first, system.union(["private", "var", "dev"]).contains(first) else { return "…" }
        return "/" + parts.prefix(2).joined(separator: "/").prefix(128)
    }

    /// The name of a loaded object: the program itself has none.
    static func object(_ name: String) -> String { name.isEmpty ? executable : scrub(name) }

    /// The last component.
    static func baseName(_ path: some StringProtocol) -> String { String(path.split(separator: "/").last ?? "") }
}
