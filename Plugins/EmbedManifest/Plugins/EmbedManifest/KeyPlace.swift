import Foundation

/// Where a signing key may not lie: in the package, or in the repository that has it. What lies there is committed or shipped sooner or later.
enum KeyPlace {
    static func check(_ key: URL, package: URL) throws {
        guard (try? FileManager.default.attributesOfItem(atPath: key.resolvingSymlinksInPath().path)) != nil else {
            throw EmbeddingError("the key \(key.path) cannot be read")
        }
        // By the folders' identity, not by their names: links and letter case make several names of one. Both where the key lies and where a link
        // to it does.
        let places = [key, key.resolvingSymlinksInPath()].flatMap { parents(of: $0) }.compactMap(identity)
        for folder in [package] + (repository(of: package).map { [$0] } ?? []) {
            guard let identity = identity(folder) else { throw EmbeddingError("\(folder.path) cannot be read") }
            guard !places.contains(identity) else {
                throw EmbeddingError("the key \(key.path) lies in \(folder.path): keep signing keys out of the package and its repository")
            }
        }
    }

    /// The nearest folder above that git calls a work tree.
    private static func repository(of package: URL) -> URL? {
        ([package] + parents(of: package)).first { FileManager.default.fileExists(atPath: $0.appendingPathComponent(".git").path) }
    }

    private static func parents(of file: URL) -> [URL] {
        sequence(first: file.deletingLastPathComponent()) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }.map(\.self)
    }

    private struct Identity: Hashable {
        let volume: Int
        let file: Int
    }

    private static func identity(_ folder: URL) -> Identity? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: folder.resolvingSymlinksInPath().path),
            let volume = attributes[.systemNumber] as? Int, let file = attributes[.systemFileNumber] as? Int
        else { return nil }
        return Identity(volume: volume, file: file)
    }
}
