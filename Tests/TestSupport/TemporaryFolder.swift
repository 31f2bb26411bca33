public import Foundation

/// Hands `body` a new, empty folder, which is removed afterwards.
public func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Hands `body` the path of a file with this text, which is removed afterwards.
public func withTemporaryFile<Result>(_ text: String, _ body: (String) async throws -> Result) async throws -> Result {
    try await withTemporaryFolder { folder in
        let file = folder.appendingPathComponent("file")
        try Data(text.utf8).write(to: file)
        return try await body(file.path)
    }
}
