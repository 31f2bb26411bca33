import Foundation
import TestSupport
import Testing

/// Runs Python of the project's own environment (`.build/venv`), in which independent readers of the report formats are installed.
enum PythonCheck {
    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let environment = repository.appendingPathComponent(".build/venv")

    static let hint: Comment = "needs the Python packages of Scripts/requirements.txt; Scripts/setup --tests installs them"

    /// Whether every one of the modules is installed.
    static func has(_ modules: String...) -> Bool {
        guard FileManager.default.isExecutableFile(atPath: environment.appendingPathComponent("bin/python").path) else { return false }
        let libraries = environment.appendingPathComponent("lib")
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: libraries.path)) ?? []
        return modules.allSatisfy { module in
            versions.contains { version in
                FileManager.default.fileExists(atPath: libraries.appendingPathComponent("\(version)/site-packages/\(module)").path)
            }
        }
    }

    /// Runs the script with the input in a file, whose path is its first argument; returns what it prints on both outputs.
    static func run(_ script: String, input: String, arguments: [String] = []) throws -> (status: Int32, output: String) {
        try withFolder { folder in
            let file = folder.appendingPathComponent("check.py")
            try Data(script.utf8).write(to: file)
            return try run(file: file.path, input: input, arguments: arguments)
        }
    }

    /// As ``run(_:input:arguments:)``, with a script that is a file.
    static func run(file script: String, input: String, arguments: [String] = []) throws -> (status: Int32, output: String) {
        try withFolder { folder in
            let file = folder.appendingPathComponent("report.html")
            try Data(input.utf8).write(to: file)
            // Browsers leave folders behind.
            return try Command.run(
                environment.appendingPathComponent("bin/python"), [script, file.path] + arguments, variables: ["TMPDIR": folder.path])
        }
    }

    private static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}

/// Runs a program to its end.
enum Command {
    static func run(
        _ executable: URL, _ arguments: [String], variables: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        process.executableURL = executable
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.start()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
