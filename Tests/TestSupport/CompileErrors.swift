import Foundation

/// What the compiler says about a text that is meant not to compile: the proof that a type stops a misuse.
public enum CompileErrors: Sendable {
    /// The errors of `source`, which may import the package's modules, by line number from 1.
    public static func of(_ source: String) throws -> [Int: [String]] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("compile-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("Misuse.swift")
        try Data(source.utf8).write(to: file)
        let modules = BuiltProducts.folder.appendingPathComponent("Modules").path
        var arguments = ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules, file.path]
        for map in try cModuleMaps() { arguments += ["-Xcc", "-fmodule-map-file=\(map)"] }
        let child = try ChildProcess.run(URL(fileURLWithPath: "/usr/bin/env"), arguments)
        var found: [Int: [String]] = [:]
        for line in child.errors.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 4).map(String.init)
            guard parts.count == 5, parts[0].hasSuffix("Misuse.swift"), parts[3] == " error", let number = Int(parts[1]) else { continue }
            found[number, default: []].append(parts[4].trimmingCharacters(in: .whitespaces))
        }
        guard found.isEmpty == (child.status == 0) else { throw CocoaError(.featureUnsupported, userInfo: ["output": child.errors]) }
        return found
    }

    /// The module maps of the package's C targets: their own, and those that the build made.
    private static func cModuleMaps() throws -> [String] {
        func contents(_ folder: URL) throws -> [URL] {
            try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        }
        var maps: [String: URL] = [:]
        for built in try contents(BuiltProducts.folder) where built.pathExtension == "build" {
            maps[built.deletingPathExtension().lastPathComponent] = built.appendingPathComponent("module.modulemap")
        }
        for target in try contents(PackageFolder.url.appendingPathComponent("Sources").resolvingSymlinksInPath()) {
            let own = ["module.modulemap", "include/module.modulemap"].map { target.appendingPathComponent($0) }
            if let map = own.first(where: { FileManager.default.fileExists(atPath: $0.path) }) { maps[target.lastPathComponent] = map }
        }
        return maps.values.map(\.path).filter { FileManager.default.fileExists(atPath: $0) }
    }
}
