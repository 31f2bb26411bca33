import Foundation

/// Swift's own libraries, which a program of Linux needs beside it where no toolchain is installed.
struct SwiftRuntime {
    private let folders: [URL]

    /// Those of the toolchain that builds.
    init() throws {
        struct Information: Decodable {
            struct Paths: Decodable { let runtimeLibraryPaths: [String] }
            let paths: Paths
        }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift", "-print-target-info"]
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard let found = try? JSONDecoder().decode(Information.self, from: text) else {
            throw EmbeddingError("swift -print-target-info does not say where Swift's libraries are")
        }
        folders = found.paths.runtimeLibraryPaths.map { URL(fileURLWithPath: $0) }
    }

    /// Those that the files link, directly or through one another.
    func libraries(neededBy files: [URL], _ tool: MerlonTool) throws -> [URL] {
        var (waiting, found): ([URL], [String: URL]) = (files, [:])
        while let file = waiting.popLast() {
            for name in try linked(by: file, tool) where found[name] == nil {
                let places = folders.map { $0.appendingPathComponent(name) }
                guard let place = places.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else { continue }
                found[name] = place
                waiting.append(place)
            }
        }
        return found.values.sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    private func linked(by file: URL, _ tool: MerlonTool) throws -> [String] {
        struct Manifest: Decodable {
            struct Binary: Decodable { let slices: [Slice] }
            struct Slice: Decodable { let libraries: [String] }
            let binaries: [Binary]
        }
        let text = try tool.run(["hash", file.path, "--format", "json"])
        return try JSONDecoder().decode(Manifest.self, from: text).binaries.flatMap(\.slices).flatMap(\.libraries)
    }
}
