import Foundation

/// The checkout that the tests were built from.
enum Checkout {
    /// Its top folder.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Whether it is a work tree of git, and not an unpacked archive.
    static var isWorkTree: Bool { FileManager.default.fileExists(atPath: root.appendingPathComponent(".git").path) }
}
