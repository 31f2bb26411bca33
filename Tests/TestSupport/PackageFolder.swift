public import Foundation

/// The folder of the package whose tests these are, also when a nested package has their sources by a link.
public enum PackageFolder: Sendable {
    /// Where it is.
    public static let url: URL = {
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Scripts/requirements.txt").path) {
            folder.deleteLastPathComponent()
        }
        return folder
    }()
}
