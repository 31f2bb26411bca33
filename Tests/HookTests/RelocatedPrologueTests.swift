import Foundation
import MerlonMachO
import TestSupport
import Testing

/// Starts of functions that run elsewhere: what they do there is what they did at their place.
@Suite struct RelocatedPrologueTests {
    private static let arm = Architecture(type: 0x0100_000C, subtype: 0)
    private static let intel = Architecture(type: 0x0100_0007, subtype: 3)
    private static let python = PackageFolder.url.appendingPathComponent(".build/venv/bin/python3").path
    private static let canEmulate = FileManager.default.isExecutableFile(atPath: python)

    private static func words(_ words: UInt32...) -> [UInt8] { words.flatMap(littleEndian) }
    private static let nops = Array(repeating: 0xD503_201F as UInt32, count: 8).flatMap(littleEndian)

    /// One instruction of arm64 each, moved from 0x1_0000_4000.
    @Test(
        arguments: [
            ("adrp x8, +1", words(0xB000_0008), [0x5800_0088, 0x5800_00B1, 0xD65F_0220], [0x1_0000_5000, 0x1_0000_4004]),
            ("adr x9, +0x100", words(0x1000_0809), [0x5800_0089, 0x5800_00B1, 0xD65F_0220], [0x1_0000_4100, 0x1_0000_4004]),
            (
                "ldr x0, +0x100", words(0x5800_0800), [0x5800_0080, 0xF940_0000, 0x5800_0091, 0xD65F_0220],
                [0x1_0000_4100, 0x1_0000_4004]
            ),
            (
                "ldrsw x0, +0x100", words(0x9800_0800), [0x5800_0080, 0xB980_0000, 0x5800_0091, 0xD65F_0220],
                [0x1_0000_4100, 0x1_0000_4004]
            ),
            ("b +0x100", words(0x1400_0040), [0x5800_0091, 0xD65F_0220, 0x5800_0091, 0xD65F_0220], [0x1_0000_4100, 0x1_0000_4004]),
            ("bl +0x100", words(0x9400_0040), [0x5800_0091, 0xD63F_0220, 0x5800_0091, 0xD65F_0220], [0x1_0000_4100, 0x1_0000_4004]),
            (
                "cbz x0, +0x100", words(0xB400_0800),
                [0xB400_0040, 0x1400_0003, 0x5800_0091, 0xD65F_0220, 0x5800_0091, 0xD65F_0220], [0x1_0000_4100, 0x1_0000_4004]
            ),
            (
                "tbnz w0, #3, +0x100", words(0x3718_0800),
                [0x3718_0040, 0x1400_0003, 0x5800_0091, 0xD65F_0220, 0x5800_0091, 0xD65F_0220], [0x1_0000_4100, 0x1_0000_4004]
            ),
            ("mov x17, x0: the other register", words(0xAA00_03F1), [0xAA00_03F1, 0x5800_0070, 0xD65F_0200, 0xD503_201F], [0x1_0000_4004]),
            ("prfm", words(0xD800_0800), [0xD503_201F, 0x5800_0071, 0xD65F_0220, 0xD503_201F], [0x1_0000_4004]),
        ] as [(String, [UInt8], [UInt32], [UInt64])])
    func armInstructionsAreWrittenAnew(name: String, code: [UInt8], expected: [UInt32], literals: [UInt64]) throws {
        let view = ByteView(copying: code + Self.nops)
        let moved = try RelocatedPrologue(view, overwritten: 1, at: 0x1_0000_4000, architecture: Self.arm)
        var words = expected
        if words.count % 2 == 1 { words.append(0xD503_201F) }
        #expect(moved.length == 4 && moved.code == words.flatMap(littleEndian) + literals.flatMap(littleEndian), "\(name)")
    }

    /// Nothing is guessed.
    @Test(
        arguments: [
            ("a vector register from beside the code", arm, words(0x1C00_0800), 4),
            ("into what was written over", arm, words(0x1400_0001), 8),
            ("reads what was written over", arm, words(0x5800_0040, 0xD503_201F), 12),
            ("a loop to the start", arm, words(0xD503_201F, 0xD503_201F, 0x17FF_FFFE), 4),
            ("a loop into the start", arm, words(0xD503_201F, 0xD503_201F, 0xD503_201F, 0x54FF_FFC0), 8),
            ("no register is free", arm, words(0xAA10_03F1), 4), ("too much", arm, words(0), 65), ("too little", arm, [0x1F, 0x20], 4),
            ("nothing", arm, words(0), 0), ("loop", intel, [0xE2, 0x10], 5), ("vex", intel, [0xC5, 0xF8, 0x77], 3),
            ("cmp [rip+d], 0", intel, [0x83, 0x3D, 0x10, 0, 0, 0, 0], 5), ("call [rip+d]", intel, [0xFF, 0x15, 0x10, 0, 0, 0], 5),
            ("mov [rip+d], rax", intel, [0x48, 0x89, 0x05, 0x10, 0, 0, 0], 5), ("into itself", intel, [0xEB, 0x00, 0x90, 0x90, 0x90], 5),
            ("a loop to the start", intel, [0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0xEB, 0xF8], 5),
            ("cut", intel, [0x48, 0x8D, 0x05, 0x10], 1), ("armv7", Architecture(type: 12, subtype: 9), words(0), 4),
        ])
    func whatCannotBeMovedIsRefused(name: String, architecture: Architecture, code: [UInt8], count: Int) {
        let rest = name == "too little" || name == "cut" ? [] : architecture.isARM64 ? Self.nops : Array(repeating: 0x90, count: 32)
        #expect(throws: MachOError.self, "\(name)") {
            try RelocatedPrologue(ByteView(copying: code + rest), overwritten: count, at: 0x1_0000_4000, architecture: architecture)
        }
    }

    @Test func anyBytesAreMovedOrRefused() {
        var generator = SystemRandomNumberGenerator()
        for architecture in [Self.arm, Self.intel] {
            for turn in 0..<4000 {
                let code = (0..<(turn % 80)).map { _ in UInt8.random(in: 0...255, using: &generator) }
                for address: UInt64 in [0x1_0000_4000, .max - 15, 0] {
                    let moved = try? RelocatedPrologue(
                        ByteView(copying: code), overwritten: turn % 70, at: address, architecture: architecture)
                    #expect((moved?.length ?? 0) <= code.count)
                }
            }
        }
    }

    private struct Case: Encodable {
        var name: String
        var architecture: String
        var address: UInt64
        var original: [UInt8]
        var length: Int
        var code: [UInt8]
    }

    /// Starts of functions of real libraries, run at their place and moved, from many states of the registers: registers, memory and where they come out
    /// are the same (Scripts/apple/relocations.py, in an emulator).
    @Test(
        .enabled(if: RealLibraries.arePresent, RealLibraries.missing),
        .enabled(if: canEmulate, "the emulator is not here: Scripts/setup --tests installs the Python package unicorn"))
    func movedStartsDoTheSame() throws {
        var (cases, refused): ([Case], [String: Int]) = ([], [:])
        for platform in ["ios", "macos"] {
            for package in RealLibraries.packages(platform) {
                let slices = try RealLibraries.slices(of: platform, package, limit: 4 << 20)
                for slice in try slices.filter({ try $0.image.functionStarts().count >= 50 }).prefix(4) {
                    try add(slice, to: &cases, &refused)
                }
            }
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-relocations-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("cases.json")
        try JSONEncoder().encode(cases).write(to: file)
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: Self.python)
        process.arguments = [PackageFolder.url.appendingPathComponent("Scripts/apple/relocations.py").path, file.path]
        process.standardOutput = output
        process.standardError = output
        try process.start()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text.suffix(2000))")
        #expect(text.contains("the same: \(cases.count) of \(cases.count)"), "\(text.suffix(2000))")
        for architecture in ["arm64", "x86_64"] {
            let moved = cases.filter { $0.architecture == architecture }.count
            let all = moved + (refused[architecture] ?? 0)
            #expect(moved > 200 && moved * 4 > all * 3, "\(architecture): \(moved) of \(all) could be moved")
        }
    }

    private func add(
        _ slice: (path: String, image: MachOImage, bytes: [UInt8]), to cases: inout [Case], _ refused: inout [String: Int]
    ) throws {
        let architecture = slice.image.header.architecture
        let name = architecture.isARM64 ? "arm64" : "x86_64"
        let starts = try slice.image.functionStarts()
        // Of x86-64 there are few libraries.
        let step = max(starts.count / (architecture.isARM64 ? 25 : 400), 1)
        for index in stride(from: 0, to: max(starts.count - 1, 0), by: step) {
            let (start, size) = (starts[index], starts[index + 1] - starts[index])
            guard size >= 24, size < 1 << 16, let body = slice.image.bytes(at: start)?.prefix(Int(size)) else { continue }
            let count = [4, 5, 8, 12, 14, 16, 20][index / step % 7]
            guard let moved = try? RelocatedPrologue(body, overwritten: count, at: start &+ 0x1_0000_0000, architecture: architecture)
            else {
                refused[name, default: 0] += 1
                continue
            }
            cases.append(
                Case(
                    name: "\(slice.path) +\(start)", architecture: name, address: start &+ 0x1_0000_0000,
                    original: body.prefix(moved.length).array, length: moved.length, code: moved.code))
        }
    }
}
