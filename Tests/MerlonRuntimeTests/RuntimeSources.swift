import Foundation
import TestSupport

/// The sources of what runs in an app's process for its self-protection, without comments.
enum RuntimeSources {
    struct Source {
        /// `MerlonRuntime/Monitor/Shield.swift`.
        let path: String
        let text: String
        var name: String { String(path.split(separator: "/").last ?? "") }
        var isForLinux: Bool { path.lowercased().contains("linux") }
    }

    static let all: [Source] = {
        var found: [Source] = []
        for folder in ["MerlonRuntime", "CMerlonProbes", "MerlonMachO"] {
            let root = PackageFolder.url.appendingPathComponent("Sources/\(folder)")
            for path in (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
            where path.hasSuffix(".swift") || path.hasSuffix(".c") || path.hasSuffix(".h") {
                guard let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) else { continue }
                found.append(Source(path: "\(folder)/\(path)", text: withoutComments(text)))
            }
        }
        return found
    }()

    /// Names of the files that have one of the words.
    static func users(of words: [String], in sources: [Source] = all) -> [String] {
        sources.filter { source in words.contains { source.text.contains($0) } }.map(\.name).sorted()
    }

    private static func withoutComments(_ text: String) -> String {
        var lines: [String] = []
        for line in text.components(separatedBy: "\n") {
            // `"://"` is no comment.
            let isComment = line.drop { $0 == " " }.hasPrefix("//")
            lines.append(isComment ? "" : line.components(separatedBy: " // ")[0])
        }
        return lines.joined(separator: "\n")
    }
}
