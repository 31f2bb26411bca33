import Foundation
import Testing

/// The iOS and macOS binaries of other people that Scripts/fetch-binaries brought here.
enum RealBinaries {
    /// A package that the lists name.
    struct Package: Sendable, CustomTestStringConvertible {
        var platform: String
        var name: String
        var testDescription: String { "\(platform)/\(name)" }

        /// Its files, Mach-O and others, in order.
        var files: [URL] { RealBinaries.files(below: folder) }
        var folder: URL { store.appendingPathComponent("\(platform)/\(name)") }
    }

    static let missing: Comment = "real binaries are not here: Scripts/fetch-binaries brings them, and needs a network"

    /// Every package of the committed lists, whether or not it was fetched.
    static let packages: [Package] = ["ios", "macos"].flatMap { platform in
        pins(platform).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let name = String(line.prefix { $0 != "=" }).replacing("-", with: "_")
            return Package(platform: platform, name: name)
        }
    }

    /// All that the lists name was fetched.
    static let arePresent = ["ios", "macos"].allSatisfy { platform in
        (try? String(contentsOf: store.appendingPathComponent("\(platform)/PINS"), encoding: .utf8)) == pins(platform)
    }

    /// An app with all of the iOS binaries as frameworks.
    static let ipa = store.appendingPathComponent("ios/Frameworks.ipa")

    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let store = here.appendingPathComponent("../../.build/real-binaries").standardizedFileURL

    private static func pins(_ platform: String) -> String {
        (try? String(contentsOf: here.appendingPathComponent("\(platform).txt"), encoding: .utf8)) ?? ""
    }

    private static func files(below folder: URL) -> [URL] {
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])?.compactMap { $0 as? URL }
        let regular = (found ?? []).filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true }
        return regular.sorted { $0.path < $1.path }
    }
}
