import Foundation
import TestSupport
import Testing

/// `Scripts/embed-manifest` beside what it calls: `HashCommandTests` has it with the real tool.
@Suite struct EmbedScriptTests {
    /// What the script takes from the path, without `realpath`, as on a system that does not have it.
    private static let tools = ["bash", "git", "dirname", "basename", "mkdir"]

    /// A link outside of the repository leads to a key in it. Where nobody can tell, nothing is signed.
    @Test(.enabled(if: tools.allSatisfy { Executable($0).isInstalled }, "needs \(tools.joined(separator: ", "))"))
    func aKeyWhosePlaceCannotBeToldIsRefused() async throws {
        try await withTemporaryFolder { folder in
            let files = FileManager.default
            func place(_ path: String) -> URL { folder.appendingPathComponent(path) }
            for path in ["path", "repository/app", "keys"] { try files.createDirectory(at: place(path), withIntermediateDirectories: true) }
            for tool in Self.tools {
                try files.createSymbolicLink(
                    at: place("path/" + tool), withDestinationURL: URL(fileURLWithPath: Executable(tool).path ?? ""))
            }
            try #require(try Executable("git").run(["init", "--quiet", "repository"], in: folder).status == 0)
            for key in ["repository/release.key", "keys/good.key"] { try Data("key".utf8).write(to: place(key)) }
            try files.createSymbolicLink(at: place("keys/link.key"), withDestinationURL: place("repository/release.key"))
            try Data("#!/bin/sh\necho signed\n".utf8).write(to: place("merlon"))
            try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place("merlon").path)
            func embed(_ key: String, path: String?) throws -> Executable.Run {
                let script = PackageFolder.url.appendingPathComponent("Scripts/embed-manifest").path
                var environment: [String: String?] = ["MERLON": place("merlon").path, "SRCROOT": nil]
                if let path { environment["PATH"] = path }
                return try Executable("bash").run([script, place("repository/app").path, place(key).path, "7"], environment: environment)
            }
            #expect(try embed("keys/good.key", path: nil).output == "signed\n")
            for path in [nil, place("path").path] {
                let run = try embed("keys/link.key", path: path)
                #expect(run.status != 0 && run.output.isEmpty, "\(run)")
            }
        }
    }
}
