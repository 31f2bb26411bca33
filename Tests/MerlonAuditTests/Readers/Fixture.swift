import MerlonCore

@testable import MerlonAudit

/// Small inputs for readers.
enum Fixture {
    static func plist(_ members: [String: String] = [:]) -> [UInt8] {
        let pairs = members.sorted { $0.key < $1.key }.map { "<key>\($0.key)</key><string>\($0.value)</string>" }.joined()
        return Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><dict>\(pairs)</dict></plist>".utf8)
    }

    /// An arm64 Mach-O for iOS 15 with a header and two load commands.
    static func program(fileType: UInt32 = 2) -> [UInt8] {
        let build: [UInt32] = [0x32, 24, 2, 15 << 16, 17 << 16, 0]
        let path: [UInt32] = [0x8000_001C, 24, 12, 0x7072_4000, 0x0068_7461, 0]
        let header: [UInt32] = [0xFEED_FACF, 0x0100_000C, 0, fileType, 2, 48, 0x20_0085, 0]
        return (header + build + path).flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    }

    static func ipa(_ change: (inout ZipBuilder) -> Void = { _ in }) -> [UInt8] {
        var zip = ZipBuilder([
            ("Payload/App.app/Info.plist", plist(["CFBundleExecutable": "Main", "CFBundleIdentifier": "com.example.app"])),
            ("Payload/App.app/Main", program()), ("Payload/App.app/config.json", Array("{}".utf8)),
        ])
        change(&zip)
        return zip.bytes
    }

    static func read(_ path: String, limits: ReaderLimits = ReaderLimits()) async throws(AuditError) -> TargetContent {
        try await FileTargetReader(limits: limits).read(path, locating: CodeInterests()) { _, _ in }
    }
}
