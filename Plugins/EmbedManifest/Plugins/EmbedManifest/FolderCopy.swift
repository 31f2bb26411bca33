import Foundation

/// Copies of files into a folder, each whole or not at all.
enum FolderCopy {
    static func copy(_ files: [URL], to folder: URL) throws {
        let manager = FileManager.default
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        for file in files {
            let target = folder.appendingPathComponent(file.lastPathComponent)
            let part = folder.appendingPathComponent(".\(file.lastPathComponent).part")
            try remove(part)
            // A link would lead the one who ships the folder to somewhere else.
            try manager.copyItem(at: file.resolvingSymlinksInPath(), to: part)
            try remove(target)
            try manager.moveItem(at: part, to: target)
        }
    }

    static func remove(_ file: URL) throws {
        do { try FileManager.default.removeItem(at: file) } catch CocoaError.fileNoSuchFile {}
    }
}
