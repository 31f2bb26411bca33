/// What the names of folders tell of bundles.
enum BundlePath {
    /// What a folder of this name is, when it is a bundle that is audited by itself.
    static func kind(ofFolder name: some StringProtocol) -> Artifact.Kind? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
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
        while let slash = path[start...].firstIndex(of: "/") {
            if kind(ofFolder: path[start..<slash]) != nil { found.append(String(path[..<slash])) }
            start = path.index(after: slash)
        }
        return found
    }

    /// The last component.
    static func name(_ path: some StringProtocol) -> String { String(path.split(separator: "/").last ?? "") }

    /// The last component without the text after its last dot.
    static func stem(_ path: some StringProtocol) -> String {
        let name = name(path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// `path` as seen from the folder `root`, of which the empty one is the target; `nil` when it is not in it.
    static func relative(_ path: String, to root: String) -> Substring? {
        if root.isEmpty { return path[...] }
        guard path.hasPrefix(root), path.dropFirst(root.count).first == "/" else { return nil }
        return path.dropFirst(root.count + 1)
    }
}
