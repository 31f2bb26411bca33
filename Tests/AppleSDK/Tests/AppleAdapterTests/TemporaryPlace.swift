import Foundation

/// A path in the temporary folder at which nothing is yet; what a suite has made there goes with the suite.
final class TemporaryPlace: Sendable {
    let url: URL

    init(_ name: String) { url = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-\(name)-\(UUID().uuidString)") }

    deinit { try? FileManager.default.removeItem(at: url) }
}
