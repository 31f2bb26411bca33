import Dispatch
import Foundation
import MerlonAudit
import MerlonCore

/// A file in a temporary folder that gets each input as its content, and is then audited with all rules.
public struct FuzzTarget {
    private let file: URL
    private let path: String
    private let engine = AuditEngine(rules: RuleRegistry.all, reader: FileTargetReader()) { _, _ in [] }

    /// - Parameters:
    ///   - name: Of the file; its folders are made.
    ///   - isFolder: Whether the folder is audited and not the file.
    public init(_ name: String, isFolder: Bool = false) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "merlon-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
        file = folder.appendingPathComponent(name)
        path = isFolder ? folder.path : file.path
        try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    }

    /// Audits `bytes`.
    public func audit(_ bytes: [UInt8]) {
        guard (try? Data(bytes).write(to: file)) != nil else { preconditionFailure("the input cannot be written to \(file.path)") }
        let (engine, path) = (engine, path)
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            let report = await engine.audit([path], at: WallTime(seconds: 1_800_000_000), toolVersion: "fuzz")
            precondition(report.targets.count == 1, "a target has no report")
            done.signal()
        }
        done.wait()
    }
}
