import Foundation
public import MerlonCore

/// Plain files in a folder, each holding one secret; an item's name is the file's.
public struct FolderSource: MigrationSource {
    private let folder: String
    private let names: [String]?

    /// - Parameters:
    ///   - folder: its path. Folders in it are not looked into.
    ///   - names: which files; `nil`: all that are regular files, hidden ones left out.
    public init(folder: String, names: [String]? = nil) {
        self.folder = folder
        self.names = names
    }

    public var description: String { "files in \(folder)" }

    public func items() async throws(VaultError) -> [MigrationItem] {
        guard Folder.exists(folder) else { throw VaultError(.notFound, "There is no folder '\(folder)'.") }
        let found = names ?? Folder.names(in: folder).filter { !$0.hasPrefix(".") && isFile($0) }
        return found.map { MigrationItem(identifier: $0, name: $0) }
    }

    public func read(_ item: MigrationItem) async throws(VaultError) -> SecretBytes {
        var bytes = try Folder.contents(ofFile: folder + "/" + item.identifier, atMost: SecretMemory.maximumByteCount)
        return try reportingCore { () throws(CoreError) in try SecretBytes(moving: &bytes) }
    }

    /// Removes the file. What the medium keeps of a removed file, and what backups have of it, stays: change secrets that were kept so.
    public func remove(_ item: MigrationItem) async throws(VaultError) {
        guard unsafe unlink(folder + "/" + item.identifier) == 0 else { throw .system("'\(item.identifier)' cannot be removed") }
    }

    private func isFile(_ name: String) -> Bool {
        var status = stat()
        return unsafe lstat(folder + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
