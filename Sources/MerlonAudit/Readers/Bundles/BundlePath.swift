/// What the names of folders tell of bundles.
enum BundlePath {
    /// What a folder of this name is, when it is a bundle that is audited by itself.
    static func kind(ofFolder name: Substring) -> Artifact.Kind? {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
        switch name[name.utf8.index(after: dot)...].lowercased() {
        case "app": return .app
        case "appex", "xpc": return .appExtension
        case "framework": return .framework
        default: return nil
        }
    }

    /// The bundles that hold `path`, outermost first, each as a path. The last component is a file and never one.
    static func bundles(holding path: String) -> [String] {
        var found: [String] = []
        var start = path.startIndex
        while let slash = path.utf8[start...].firstIndex(of: UInt8(ascii: "/")) {
            if kind(ofFolder: path[start..<slash]) != nil { found.append(String(path[..<slash])) }
            start = path.utf8.index(after: slash)
        }
        return found
    }

    /// The components but for the last.
    static func folders(_ path: String) -> [Substring] {
        var folders: [Substring] = []
        var start = path.startIndex
        while let slash = path.utf8[start...].firstIndex(of: UInt8(ascii: "/")) {
            folders.append(path[start..<slash])
            start = path.utf8.index(after: slash)
        }
        return folders
    }

    /// The last component.
    static func name(_ path: some StringProtocol) -> String { String(path.split(separator: "/").last ?? "") }

    /// The last component without the text after its last dot.
    static func stem(_ path: some StringProtocol) -> String {
        let name = name(path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}
