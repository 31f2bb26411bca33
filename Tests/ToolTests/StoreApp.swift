import Foundation
import TestSupport

/// A sample app as the App Store delivers it: with two slices, of which the first is encrypted. Read by an own few lines, for comparison.
struct StoreApp {
    let archive: URL
    let profile: Data
    /// What each slice links.
    private(set) var libraryCount = 0
    /// The sections of `__TEXT`.
    private(set) var sections: [(name: String, bytes: Data)] = []
    let folder: URL

    init(of sample: String, in folder: URL) throws {
        self.folder = folder
        let python = Executable("python3")
        guard try python.run(["-m", "zipfile", "-e", sample, folder.path]).status == 0 else { throw CocoaError(.executableLoad) }
        let app = folder.appendingPathComponent("Payload/Hardened.app")
        profile = try Data(contentsOf: app.appendingPathComponent("embedded.mobileprovision"))
        let program = app.appendingPathComponent("Hardened")
        let plain = try Data(contentsOf: program)
        archive = folder.appendingPathComponent("Store.ipa")

        var encrypted = plain
        var offset = 32
        for _ in 0..<plain.word(16) {
            switch plain.word(offset) {
            case 0x19 where plain.text(offset + 8) == "__TEXT":
                for index in 0..<plain.word(offset + 64) {
                    let section = offset + 72 + 80 * index
                    let (size, start) = (plain.word(section + 40), plain.word(section + 48))
                    sections.append(("__TEXT,\(plain.text(section))", Data(plain[start..<(start + size)])))
                }
            case 0xC: libraryCount += 1
            case 0x2C:
                // LC_ENCRYPTION_INFO_64: the system's number, and bytes that are none of the program's.
                encrypted[offset + 16] = 1
                let start = plain.word(offset + 8)
                for index in start..<(start + plain.word(offset + 12)) { encrypted[index] ^= UInt8(truncatingIfNeeded: index &* 167 | 1) }
            default: break
            }
            offset += plain.word(offset + 4)
        }
        var intel = plain
        intel.replaceSubrange(4..<12, with: [0x07, 0, 0, 0x01, 0x03, 0, 0, 0])
        try Self.fat([(0x0100_000C, 0, encrypted), (0x0100_0007, 3, intel)]).write(to: program)
        guard try python.run(["-m", "zipfile", "-c", archive.path, "Payload/"], in: folder).status == 0 else {
            throw CocoaError(.executableLoad)
        }
    }

    private static func fat(_ slices: [(type: UInt32, subtype: UInt32, bytes: Data)]) -> Data {
        func big(_ value: Int) -> Data { Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }) }
        var (file, content) = (big(0xCAFE_BABE) + big(slices.count), Data())
        let first = 16384
        for slice in slices {
            while content.count % first != 0 { content.append(0) }
            file += big(Int(slice.type)) + big(Int(slice.subtype)) + big(first + content.count) + big(slice.bytes.count) + big(14)
            content += slice.bytes
        }
        return file + Data(count: first - file.count) + content
    }

    func sum(of bytes: Data) throws -> String { try Self.sum(of: bytes, in: folder) }
    func sums(ofPagesOf bytes: Data) throws -> [String] { try Self.sums(ofPagesOf: bytes, in: folder) }

    /// By `sha256sum`.
    static func sum(of bytes: Data, in folder: URL) throws -> String {
        let file = folder.appendingPathComponent("piece")
        try bytes.write(to: file)
        return String(try Executable("sha256sum").run([file.path]).output.prefix(64))
    }

    static func sums(ofPagesOf bytes: Data, in folder: URL) throws -> [String] {
        try stride(from: bytes.startIndex, to: bytes.endIndex, by: 16384).map {
            try sum(of: bytes[$0..<min($0 + 16384, bytes.endIndex)], in: folder)
        }
    }
}

/// What `merlon hash --format json` prints.
struct HashedManifest: Decodable {
    struct Application: Decodable { let profile: String }
    struct Binary: Decodable { let slices: [Slice] }
    struct Slice: Decodable {
        let architecture, identifier, team: String
        let libraries: [String]
        let encrypted: Bool
        let sections: [Section]
    }
    struct Section: Decodable {
        let name, digest, pages: String
        let size: Int

        var pageDigests: [String] {
            let text = pages.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            let bytes = Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4)) ?? Data()
            return stride(from: 0, to: bytes.count, by: 32).map { start in
                bytes[start..<min(start + 32, bytes.count)].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            }
        }
    }
    let application: Application?
    let binaries: [Binary]
}

extension Data {
    fileprivate func word(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) } }
    fileprivate func text(_ offset: Int) -> String { String(decoding: self[offset..<(offset + 16)].prefix { $0 != 0 }, as: UTF8.self) }
}
