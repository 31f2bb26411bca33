/// Where the data of an app lies in a target: a container as Xcode downloads it (`NAME.xcappdata`), or a copy of one.
struct ContainerLayout: Hashable {
    /// The container's own folder; empty for the target itself.
    let root: String

    /// `nil` when the files are no container's. A folder is known by its name, by the system's mark in it, or by preferences where an app has them.
    init?(of paths: [String], targetName: String) {
        if targetName.lowercased().hasSuffix(".xcappdata") {
            root = "AppData"
        } else if let download = paths.lazy.compactMap(Self.download).first {
            root = download
        } else if paths.contains(where: Self.isMark) {
            root = ""
        } else if paths.contains(where: { $0.hasPrefix("AppData/") && Self.isMark(String($0.dropFirst("AppData/".count))) }) {
            root = "AppData"
        } else {
            return nil
        }
    }

    /// Whether a folder that has not been read yet is the data of an app, as far as its own entries tell.
    static func isContainer(_ folder: OpenFile, name: String) -> Bool {
        if name.lowercased().hasSuffix(".xcappdata") { return true }
        guard folder.status.kind == .folder else { return false }
        return ["", "AppData/"].contains { root in
            [mark, "Library/Preferences"].contains { (try? OpenFile.status(of: Array((root + $0).utf8), in: folder.descriptor)) != nil }
        }
    }

    /// Whether a file of an archive may be the data of an app: what else is in the archive is not known when it is read.
    static func mayHold(_ path: String) -> Bool {
        download(path) != nil || path == mark || folders.contains(String(path.prefix { $0 != "/" })) && path.contains("/")
    }

    /// The folders of a container. Apple: "File System Programming Guide", "About the iOS File System".
    private static let folders: Set<String> = ["AppData", "Documents", "Library", "SystemData", "StoreKit", "tmp"]

    private static let mark = ".com.apple.mobile_container_manager.metadata.plist"

    /// A path below the container; `nil` when it lies elsewhere.
    func relative(_ path: String) -> String? {
        guard !root.isEmpty else { return path }
        return path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : nil
    }

    private static func isMark(_ path: String) -> Bool {
        path == mark
            || path.hasPrefix("Library/Preferences/") && path.hasSuffix(".plist") && path.split(separator: "/").count == 3
    }

    /// The container of a download within an archive.
    private static func download(_ path: String) -> String? {
        let folders = BundlePath.folders(path)
        guard let index = folders.firstIndex(where: { $0.lowercased().hasSuffix(".xcappdata") }), index + 1 < folders.count,
            folders[index + 1] == "AppData"
        else { return nil }
        return folders[...(index + 1)].joined(separator: "/")
    }
}
