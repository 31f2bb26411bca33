import Foundation

/// A folder for the files of one test, removed when the value goes.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, with the folders above it, and gives its path.
    @discardableResult
    func write(_ name: String, _ content: [UInt8]) throws -> String {
        let file = "\(path)/\(name)"
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(content).write(to: URL(fileURLWithPath: file))
        return file
    }
}
