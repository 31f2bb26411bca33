public import Foundation

/// A program that a test runs as a process of its own.
public struct Executable: Sendable {
    /// What a run left.
    public struct Run: Sendable {
        /// The exit status, or 128 plus the signal that ended it, as shells count.
        public var status: Int32
        /// Standard output as text.
        public var output: String
        /// Standard error as text.
        public var errors: String
    }

    /// Where it is; `nil` when it is not installed.
    public let path: String?

    /// The program of that name on the `PATH`.
    public init(_ name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        path = folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The program at that path.
    public init(at path: String) { self.path = FileManager.default.isExecutableFile(atPath: path) ? path : nil }

    /// The Python with the packages of Scripts/requirements.txt, which Scripts/setup --tests installs into `.build/venv`.
    public static let projectPython = Executable(at: PackageFolder.url.appendingPathComponent(".build/venv/bin/python").path)

    /// The product of this package of that name, from the build of the running tests. The test target has to depend on it.
    public init(product name: String) { self.init(at: BuiltProducts.executable(name).path) }

    /// Whether it can be run.
    public var isInstalled: Bool { path != nil }

    /// Runs it to its end with the input, and reads both outputs.
    ///
    /// - Parameters:
    ///   - environment: Changes to this process's environment; `nil` takes a variable away.
    ///   - folder: Where it runs; here unless given.
    ///   - seconds: How long it may take, before it is killed.
    public func run(
        _ arguments: [String], input: String = "", environment: [String: String?] = [:], in folder: URL? = nil,
        atMost seconds: Double = 1500
    ) throws -> Run {
        guard let path else { throw CocoaError(.fileNoSuchFile) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        var variables = ProcessInfo.processInfo.environment
        for (name, value) in environment { variables[name] = value }
        process.environment = variables
        // Files, not pipes: nothing blocks however much is written, and no thread is needed to empty them.
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let names = ["in", "out", "err"].map { scratch.appendingPathComponent($0) }
        try Data(input.utf8).write(to: names[0])
        for name in names.dropFirst() { try Data().write(to: name) }
        let handles = [try FileHandle(forReadingFrom: names[0])] + (try names.dropFirst().map { try FileHandle(forWritingTo: $0) })
        process.standardInput = handles[0]
        process.standardOutput = handles[1]
        process.standardError = handles[2]
        try process.start(atMost: seconds)
        process.waitUntilExit()
        for handle in handles { try handle.close() }
        let status = process.terminationReason == .uncaughtSignal ? 128 + process.terminationStatus : process.terminationStatus
        let texts = try names.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return Run(status: status, output: texts[1], errors: texts[2])
    }
}
