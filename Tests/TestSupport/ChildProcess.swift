public import Foundation

/// A program that a test looks at from outside while it runs, with its output. ``Executable`` is for the rest.
public struct ChildProcess: Sendable {
    /// What it wrote to standard output, as text.
    public let output: String
    /// What it wrote to standard error, as text.
    public let errors: String
    /// Its exit status, or the number of the signal that ended it when ``wasKilled``.
    public let status: Int32
    /// Whether a signal ended it.
    public let wasKilled: Bool

    /// Runs `executable` to its end. `whileRunning` is called when it has written its first line and gets its process id; the child's standard
    /// input stays open until then.
    public static func run(
        _ executable: URL, _ arguments: [String], environment: [String: String] = [:], folder: URL? = nil,
        whileRunning: ((_ pid: Int32) throws -> Void)? = nil
    ) throws -> ChildProcess {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.currentDirectoryURL = folder
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.start()
        // A full pipe would stop the child: standard error is read by another thread.
        let reader = PipeReader(errors.fileHandleForReading)
        var text = Data()
        if let whileRunning {
            while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
                text += byte
                if byte == Data([0x0A]) { break }
            }
            try whileRunning(process.processIdentifier)
        }
        try input.fileHandleForWriting.close()
        text += output.fileHandleForReading.readDataToEndOfFile()
        let errorText = reader.finish()
        process.waitUntilExit()
        return ChildProcess(
            output: String(decoding: text, as: UTF8.self), errors: String(decoding: errorText, as: UTF8.self),
            status: process.terminationStatus,
            wasKilled: process.terminationReason == .uncaughtSignal)
    }
}

/// Reads a pipe to its end on a thread of its own.
private final class PipeReader: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var data = Data()

    init(_ handle: FileHandle) {
        Thread.detachNewThread { [self] in
            data = handle.readDataToEndOfFile()
            done.signal()
        }
    }

    func finish() -> Data {
        done.wait()
        return data
    }
}
