import Foundation
import MerlonAuth
import TestSupport
import Testing

struct QRCodeTests {
    private static let zbarimg = Executable("zbarimg")
    private static let uris = [
        "otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXPJBSWY3DP&issuer=Example&algorithm=SHA1&digits=6&period=30",
        "otpauth://totp/B%C3%BCcher:j%C3%B6rg?secret=JBSWY3DPEHPK3PXPJBSWY3DP", "x", String(repeating: "otpauth://", count: 115),
    ]

    private static func read(_ image: [UInt8], _ name: String) async throws -> String {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent(name)
            try Data(image).write(to: file)
            let run = try zbarimg.run(["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", "-Sbinary=0", file.path])
            try #require(run.status == 0, "\(run.errors)")
            return String(run.output.dropLast())
        }
    }

    @Test(.enabled(if: zbarimg.isInstalled, "needs zbarimg: Debian package zbar-tools"), arguments: uris.indices, QRCorrection.allCases)
    func zbarimgReadsThePNG(index: Int, correction: QRCorrection) async throws {
        let code = try QRCode(Self.uris[index], correction: correction)
        for scale in [3, 6] { #expect(try await Self.read(code.png(scale: scale), "code.png") == Self.uris[index]) }
    }

    /// The SVG and the blocks, drawn by a few lines that know nothing of the encoder, as a bitmap that zbarimg reads.
    @Test(.enabled(if: zbarimg.isInstalled, "needs zbarimg: Debian package zbar-tools"), arguments: [true, false])
    func zbarimgReadsTheBlocks(coloured: Bool) async throws {
        let uri = Self.uris[0]
        let text = try QRCode(uri).terminalBlocks(coloured: coloured)
        var rows: [[Bool]] = []
        for line in text.split(separator: "\n") {
            let blocks = line.filter { "█▀▄ ".contains($0) }
            rows.append(blocks.map { ($0 == "█" || $0 == "▀") == coloured })
            rows.append(blocks.map { ($0 == "█" || $0 == "▄") == coloured })
        }
        try #require(Set(rows.map(\.count)).count == 1)
        #expect(try await Self.read(Self.bitmap(rows), "code.pgm") == uri)
    }

    @Test(.enabled(if: zbarimg.isInstalled, "needs zbarimg: Debian package zbar-tools"))
    func zbarimgReadsTheSVG() async throws {
        let uri = Self.uris[0]
        let svg = try QRCode(uri).svg()
        let width = try #require(svg.split(separator: "\"").first { $0.hasPrefix("0 0 ") }.flatMap { Int($0.split(separator: " ")[2]) })
        var rows = [[Bool]](repeating: [Bool](repeating: false, count: width), count: width)
        let path = try #require(svg.components(separatedBy: "<path d=\"").last?.split(separator: "\"").first)
        for run in path.split(separator: "z") {
            let numbers = run.split { "Mhv H".contains($0) }.compactMap { Int($0) }
            for column in numbers[0]..<numbers[0] + numbers[2] { rows[numbers[1]][column] = true }
        }
        #expect(try await Self.read(Self.bitmap(rows), "code.pgm") == uri)
        try await withTemporaryFile(svg) { file in
            let check = "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])"
            let run = try Executable("python3").run(["-c", check, file])
            #expect(run.status == 0)
        }
    }

    /// A grey map of four pixels a module; `true` is black.
    private static func bitmap(_ rows: [[Bool]]) -> [UInt8] {
        let pixels = rows.flatMap { row in
            let line = row.flatMap { [UInt8](repeating: $0 ? 0 : 255, count: 4) }
            return line + line + line + line
        }
        return Array("P5 \(rows[0].count * 4) \(rows.count * 4) 255\n".utf8) + pixels
    }

    @Test func sizesAndLimits() throws {
        #expect(throws: AuthError(.limitExceeded, "")) { try QRCode("") }
        #expect(throws: AuthError(.limitExceeded, "")) { try QRCode(String(repeating: "x", count: QRCode.maximumByteCount + 1)) }
        let largest = try QRCode(String(repeating: "x", count: QRCode.maximumByteCount), correction: .high)
        #expect(largest.size == 177)
        let usual = try QRCode(Self.uris[0])
        #expect(usual.size == 45 && !usual.isDark(row: -1, column: 0) && usual.isDark(row: 0, column: 0) && "\(usual)" == "‹redacted›")
        for scale in [0, 65, -1] { #expect(throws: AuthError(.invalidArgument, "")) { try usual.png(scale: scale) } }
    }
}
