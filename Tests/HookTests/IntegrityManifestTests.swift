import Foundation
import MerlonCore
import MerlonCrypto
import MerlonMachO
import Testing

@testable import MerlonRuntime

/// What a manifest's file may be, and what it may not.
@Suite struct IntegrityManifestTests {
    private static let now = WallTime(seconds: 1_796_000_000)

    private static func manifest(_ sequence: Int64 = 7) -> IntegrityManifest {
        let code = CodeDigest(name: "__TEXT,__text", of: ByteView(copying: (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
        let slice = IntegrityManifest.Slice(
            architecture: "arm64", identifier: Array(1...16), team: "ABCDE12345", libraries: ["/usr/lib/libSystem.B.dylib"],
            sections: [code])
        let digest = HashAlgorithm.sha256.digest(of: [1])
        return IntegrityManifest(
            sequence: sequence, issued: now,
            application: .init(bundleIdentifier: "com.example.app", version: "1.2", profileDigest: digest),
            binaries: [.init(path: "App", slices: [slice]), .init(path: "lib.so", digest: digest, slices: [])])
    }

    @Test func whatIsSignedIsReadAgain() throws {
        let key = try SoftwareSigningKey.generate(.ed25519)
        let manifest = Self.manifest()
        let bytes = try manifest.signed(with: key)
        #expect(try IntegrityManifest(verifying: bytes, keys: [key.verifyingKey], atLeast: 7) == manifest)
        #expect(try IntegrityManifest(unverified: bytes) == manifest)
        #expect(manifest.identity.teams == ["ABCDE12345"] && manifest.identity.bundleIdentifiers == ["com.example.app"])
        #expect(manifest.binaries[0].slices[0].sections[0].pageCount == 3)
    }

    @Test func strangersAndOldOnesAreRefused() throws {
        let key = try SoftwareSigningKey.generate(.ed25519)
        let other = try SoftwareSigningKey.generate(.ed25519)
        let ecdsa = try SoftwareSigningKey.generate(.ecdsaP256)
        let bytes = try Self.manifest().signed(with: key)
        func code(_ body: () throws -> Void) -> RuntimeError.Code? {
            do { try body() } catch { return (error as? RuntimeError)?.code }
            return nil
        }
        #expect(code { _ = try IntegrityManifest(verifying: bytes, keys: [other.verifyingKey]) } == .authenticationFailed)
        #expect(code { _ = try IntegrityManifest(verifying: bytes, keys: []) } == .unsupported)
        #expect(code { _ = try IntegrityManifest(verifying: bytes, keys: [ecdsa.verifyingKey]) } == .unsupported)
        #expect(code { _ = try IntegrityManifest(verifying: bytes, keys: [key.verifyingKey], atLeast: 8) } == .outdated)
        #expect(code { _ = try Self.manifest().signed(with: ecdsa) } == .unsupported)
        #expect(code { _ = try Self.manifest(0).signed(with: key) } == .malformed)
        let huge = [UInt8](repeating: 0x20, count: IntegrityManifest.maximumByteCount + 1)
        #expect(code { _ = try IntegrityManifest(verifying: huge, keys: [key.verifyingKey]) } == .limitExceeded)
        // A signature for another purpose is none for a manifest.
        let payload = Array(Self.manifest().json.serialized().utf8)
        let elsewhere = Base64URL.encode(try key.sign(payload, context: "merlon-pinning/update"))
        let file = JSONValue.object(["payload": .string(Base64URL.encode(payload)), "signatures": [.string(elsewhere)]])
        #expect(
            code { _ = try IntegrityManifest(verifying: Array(file.serialized().utf8), keys: [key.verifyingKey]) } == .authenticationFailed)
        // Every byte counts.
        for index in stride(from: 0, to: bytes.count, by: 97) {
            var changed = bytes
            changed[index] ^= 1
            #expect((try? IntegrityManifest(verifying: changed, keys: [key.verifyingKey])) == nil || changed[index] == bytes[index])
        }
        for cut in stride(from: 0, to: bytes.count - 2, by: 211) {
            #expect((try? IntegrityManifest(verifying: Array(bytes[..<cut]), keys: [key.verifyingKey])) == nil)
        }
    }

    /// Signed by the right key, and not of the form.
    @Test(
        arguments: [
            ("\"sequence\":7", "\"sequence\":0"), ("\"sequence\":7", "\"sequence\":\"7\""), ("merlon-integrity-1", "merlon-integrity-2"),
            ("\"path\":\"App\"", "\"path\":\"lib.so\""), ("\"path\":\"App\"", "\"path\":7"), ("\"encrypted\":false", "\"encrypted\":0"),
            ("\"size\":40000", "\"size\":-1"), ("\"size\":40000", "\"size\":16384"), ("\"size\":40000", "\"size\":9223372036854775807"),
            ("\"libraries\":[", "\"libraries\":[null,"), ("\"slices\":[]", "\"slices\":{}"), ("\"identifier\":\"01", "\"identifier\":\"zz"),
            ("\"issued\":\"2026", "\"issued\":\"x2026"), ("\"binaries\":[", "\"binaries\":7,\"x\":["),
            ("\"profile\":\"", "\"profile\":\"00"),
        ])
    func otherFormsAreRefused(part: String, other: String) throws {
        let text = Self.manifest().json.serialized()
        try #require(text.contains(part))
        #expect(throws: RuntimeError.self) {
            try IntegrityManifest(unverifiedPayload: Array(text.replacingOccurrences(of: part, with: other).utf8))
        }
    }

    @Test func bundlesBecomeManifests() throws {
        var builder = ManifestBuilder()
        let program = ProgramBuilder.program(imports: [("_a", "/usr/lib/a.dylib")])!
        try builder.add("App", ByteView(copying: program))
        try builder.add(
            "Info.plist",
            ByteView(
                copying: Array(
                    """
                    <?xml version="1.0"?><plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.app</string></dict></plist>
                    """.utf8)))
        try builder.add("embedded.mobileprovision", ByteView(copying: [1, 2, 3]))
        let manifest = try builder.manifest(sequence: 3, issued: Self.now)
        #expect(manifest.application?.bundleIdentifier == "com.example.app")
        #expect(manifest.application?.profileDigest == HashAlgorithm.sha256.digest(of: [1, 2, 3]))
        #expect(manifest.binaries.map(\.path) == ["App"] && manifest.binaries[0].slices[0].libraries == ["/usr/lib/a.dylib"])
        #expect(throws: RuntimeError(.malformed, "")) { try ManifestBuilder().manifest(sequence: 1, issued: Self.now) }
        for cut in [4, 31, 40, 100] {
            var other = ManifestBuilder()
            #expect(throws: RuntimeError(.malformed, "")) { try other.add("App", ByteView(copying: program[..<cut])) }
        }
    }

    /// The tool's own digests of a real program against those of `readelf` and `sha256sum`, where these are.
    @Test func elfFilesAreDigested() throws {
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let bytes = try ByteView(ByteStorage.mapped(path: path))
        let binary = try #require(try IntegrityManifest.Binary(path: "test", file: bytes))
        #expect(binary.digest == HashAlgorithm.sha256.digest(of: bytes.array))
        let slice = try #require(binary.slices.first)
        #expect(slice.libraries.contains { $0.hasPrefix("libc.so") })
        #expect(slice.sections.count == 1 && slice.sections[0].size > 4096)
        var head = bytes.prefix(1 << 16).array
        for index in 16..<120 {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                let old = head[index]
                head[index] = value
                // It is read, or refused; what it says may be anything.
                _ = try? ELFImage(ByteView(copying: head))
                head[index] = old
            }
        }
        for cut in 0..<200 { #expect((try? ELFImage(ByteView(copying: head[..<cut]))) == nil || cut >= 64) }
    }
}
