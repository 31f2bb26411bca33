import Foundation
import MerlonCommandLine
import TestSupport
import Testing

@Suite("Output files, whole or not at all")
struct OutputFileTests {
    private let text = Array("new".utf8)

    @Test("A new file, an existing one with its permissions, and one behind a link")
    func writes() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("report")
            let link = folder.appendingPathComponent("link")
            try OutputFile.write(text, to: file.path)
            #expect(try Data(contentsOf: file) == Data(text))
            try Data("old".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            try OutputFile.write(text, to: link.path)
            #expect(try Data(contentsOf: file) == Data(text))
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o640)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link", "report"])
        }
    }

    @Test("What cannot be written is an error that names it, and leaves nothing", arguments: ["missing/report", "."])
    func refuses(name: String) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.path + "/" + name
            let error = #expect(throws: CommandLineError.self) { try OutputFile.write(text, to: path) }
            #expect(error?.reason.contains("'\(path)' cannot be written: ") == true)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.isEmpty)
        }
    }

    @Test("A device is written to and stays")
    func devices() throws {
        try OutputFile.write(text, to: "/dev/null")
        #expect(FileManager.default.fileExists(atPath: "/dev/null"))
    }

    @Test("A full device is an error", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
    func fullDevice() throws {
        #expect(throws: CommandLineError(.notWritable, "")) { try OutputFile.write(text, to: "/dev/full") }
    }

    @Test("An input file is read whole, up to its limit")
    func reads() async throws {
        try await withTemporaryFile(String(repeating: "x", count: 100_000)) { path in
            let bytes = try InputFile.read(path, limit: 100_000)
            #expect(bytes.count == 100_000)
            #expect(throws: CommandLineError(.unreadable, "")) { try InputFile.read(path, limit: 99_999) }
        }
        #expect(throws: CommandLineError(.unreadable, "")) { try InputFile.read("/nowhere/at/all", limit: 10) }
        #expect(throws: CommandLineError(.unreadable, "")) { try InputFile.read("/", limit: 10) }
    }
}
