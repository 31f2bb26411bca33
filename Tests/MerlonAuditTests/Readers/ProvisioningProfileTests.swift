import MerlonCore
import Testing

@testable import MerlonAudit

struct ProvisioningProfileTests {
    private static let list = """
        <plist><dict><key>Name</key><string>Dev</string><key>UUID</key><string>u-1</string>
        <key>TeamIdentifier</key><array><string>TEAM123456</string></array>
        <key>CreationDate</key><date>2026-01-01T00:00:00Z</date><key>ExpirationDate</key><date>2027-01-01T00:00:00Z</date>
        <key>ProvisionedDevices</key><array><string>a</string><string>b</string></array>
        <key>DeveloperCertificates</key><array><data>MAA=</data></array>
        <key>Entitlements</key><dict><key>get-task-allow</key><true/></dict></dict></plist>
        """

    private static func der(_ tag: UInt8, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap { $0 }
        if content.count < 128 { return [tag, UInt8(content.count)] + content }
        return [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }

    private static let signedData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    private static let plainData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]

    private static func profile(_ content: [UInt8] = Array(list.utf8)) -> [UInt8] {
        let data = der(0x30, plainData, der(0xA0, der(0x04, content)))
        return der(0x30, signedData, der(0xA0, der(0x30, [0x02, 0x01, 0x01], der(0x31), data, der(0x31))))
    }

    private func read(_ bytes: [UInt8]) throws(AuditError) -> ProvisioningProfile {
        try ProvisioningProfileReader.read(bytes, path: "p", place: "p")
    }

    @Test func definiteLengths() throws {
        let profile = try read(Self.profile())
        #expect(profile.name == "Dev" && profile.uuid == "u-1" && profile.teams == ["TEAM123456"] && profile.deviceCount == 2)
        #expect(profile.created == WallTime(iso8601: "2026-01-01") && profile.expires == WallTime(iso8601: "2027-01-01"))
        #expect(profile.entitlements?["get-task-allow"] == .boolean(true) && profile.certificates == [[0x30, 0x00]])
        #expect(!profile.provisionsAllDevices && profile.path == "p")
    }

    /// As OpenSSL and others stream it: indefinite lengths, and the content in pieces.
    @Test func indefiniteLengths() throws {
        let text = Array(Self.list.utf8)
        let pieces = [0x24, 0x80] + Self.der(0x04, Array(text.prefix(100))) + Self.der(0x04, Array(text.dropFirst(100))) + [0, 0]
        let data = [0x30, 0x80] + Self.plainData + [0xA0, 0x80] + pieces + [0, 0, 0, 0]
        let body = [0x30, 0x80, 0x02, 0x01, 0x01] + Self.der(0x31) + data + Self.der(0x31) + [0, 0]
        let bytes = [0x30, 0x80] + Self.signedData + [0xA0, 0x80] + body + [0, 0, 0, 0]
        #expect(try read(bytes).name == "Dev")
        #expect(ProvisioningProfileReader.looksLikeOne(bytes))
    }

    @Test func cutAtEveryByte() {
        let bytes = Self.profile()
        for length in bytes.indices {
            let error = #expect(throws: AuditError.self) { try read(Array(bytes.prefix(length))) }
            #expect(error?.code == .malformed && error?.offset != nil, "cut at \(length)")
        }
    }

    @Test func refuses() {
        let cases: [(String, [UInt8], String)] = [
            ("other content type", Self.der(0x30, Self.plainData, Self.der(0xA0, Self.der(0x04, [1]))), "is not signed data"),
            ("no property list", Self.profile(Array("hello, world".utf8)), "the property list in it cannot be read: line 1:"),
            ("a list that is an array", Self.profile(Array("<plist><array/></plist>".utf8)), "is no dictionary"),
            ("empty", [], "not the signed data of a profile"), ("detached", Self.der(0x30, Self.signedData), "not the signed data"),
        ]
        for (name, bytes, reason) in cases {
            let error = #expect(throws: AuditError.self, "\(name)") { try read(bytes) }
            #expect(error?.description.contains(reason) == true, "\(name): \(String(describing: error))")
        }
    }

    @Test func profileByItselfAndWithinAnApp() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("Dev.mobileprovision", Self.profile())
        let content = try await Fixture.read(path)
        #expect(content.artifacts.map(\.kind) == [.profile] && content.artifacts.first?.name == "Dev")
        #expect(content.artifacts.first?.path == "" && content.artifacts.first?.profile?.path == "Dev.mobileprovision")
        let app = try await Fixture.read(
            folder.write("App.ipa", Fixture.ipa { $0.add("Payload/App.app/embedded.mobileprovision", Self.profile()) }))
        #expect(app.artifacts.first?.profile?.teams == ["TEAM123456"])
        let broken = try await Fixture.read(
            folder.write("B.ipa", Fixture.ipa { $0.add("Payload/App.app/embedded.mobileprovision", [0x30, 0x01]) }))
        #expect(broken.artifacts.first?.profile == nil)
        #expect(broken.notes.first?.hasPrefix("Payload/App.app/embedded.mobileprovision: not the signed data of a profile") == true)
        let cut = try folder.write("cut.mobileprovision", Array(Self.profile().prefix(200)))
        let error = await #expect(throws: AuditError.self) { try await Fixture.read(cut) }
        #expect(error?.code == .malformed && error?.place == cut, "\(String(describing: error))")
    }
}
