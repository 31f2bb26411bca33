import Foundation
import PackagePlugin

/// The installed `merlon`: what the variable `MERLON` names, else what the path has. It is not built here, where that would take the client minutes.
struct MerlonTool {
    private let program: URL

    init(in context: PluginContext) throws {
        if let path = ProcessInfo.processInfo.environment["MERLON"], !path.isEmpty {
            program = URL(fileURLWithPath: path)
        } else if let found = try? context.tool(named: "merlon") {
            program = found.url
        } else {
            throw EmbeddingError("there is no merlon on the path; Scripts/install of its package puts it there, or MERLON says where it is")
        }
    }

    /// Its standard output.
    func run(_ arguments: [String]) throws -> Data {
        let process = Process()
        let output = Pipe()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        do { try process.run() } catch { throw EmbeddingError("\(program.path) cannot be run: \(error.localizedDescription)") }
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        // It has said why on standard error.
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw EmbeddingError("merlon \(arguments.first ?? "") ended with status \(process.terminationStatus)")
        }
        return text
    }
}
