public import Foundation

/// Where third-party test vectors are. They are not part of the package: `MERLON_VECTORS` names their folder, else `../shared/vectors` beside
/// the package is used.
public enum Vectors: Sendable {
    /// The folder, or `nil` where there is none.
    public static let folder: URL? = {
        let folder =
            ProcessInfo.processInfo.environment["MERLON_VECTORS"].map { URL(fileURLWithPath: $0) }
            ?? PackageFolder.url.deletingLastPathComponent().appendingPathComponent("shared/vectors")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// Whether there are vectors: a test that needs them says `.enabled(if: Vectors.areAvailable, "\(Vectors.need)")`.
    public static var areAvailable: Bool { folder != nil }

    /// What a skipped test needs.
    public static let need = "needs the third-party vectors: set MERLON_VECTORS to the folder that holds wycheproof/"

    /// The contents of a file, which must be there when the folder is.
    public static func data(_ path: String) throws -> Data {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return try Data(contentsOf: folder.appendingPathComponent(path))
    }
}
