import Foundation
import MerlonCore
import TestSupport
import Testing

@testable import MerlonAuth

struct OTPMigrationTests {
    private static func account(
        _ name: String, _ issuer: String?, _ algorithm: OTPAlgorithm = .sha1, _ format: OTPFormat = .sixDigits,
        _ factor: OTPFactor = .time(.standard)
    ) throws -> OTPAccount {
        let hotp = HOTP(secret: try OTPSecret.generate(for: algorithm), algorithm: algorithm, format: format)
        return try OTPAccount(name: name, issuer: issuer, hotp: hotp, factor: factor)
    }

    private static func samples() throws -> [OTPAccount] {
        try [
            account("alice", "Example"), account("bob:x", nil), account("I:a", "I", .sha256, .eightDigits),
            account("jörg", "Bücher & Söhne", .sha512),
            account("c", "C", .sha1, .sixDigits, .counter(0)), account("d", nil, .sha256, .sixDigits, .counter(UInt64(Int64.max))),
        ] + (0..<20).map { try account("n\($0)", "Many") }
    }

    @Test func whatIsExportedReadsBack() throws {
        let accounts = try Self.samples()
        let uris = try OTPMigration.urisRevealed(for: accounts, batchID: -7)
        let read = try uris.map { try OTPMigration(uri: $0) }
        #expect(read.map(\.batchIndex) == [0, 1, 2] && read.allSatisfy { $0.batchCount == 3 && $0.batchID == -7 && $0.refused.isEmpty })
        #expect(read.flatMap(\.accounts) == accounts)
        // As readers of forms and of URLs mangle it.
        for uri in [uris[0].replacingOccurrences(of: "%2B", with: "+"), uris[0].replacingOccurrences(of: "%3D", with: "=")] {
            #expect(try OTPMigration(uri: uri).accounts == read[0].accounts)
        }
    }

    @Test func whatTheFormatCannotHoldIsRefusedByName() throws {
        let wrong = [
            try Self.account("steam", nil, .sha1, .steam), try Self.account("seven", nil, .sha1, .sevenDigits),
            try Self.account("slow", nil, .sha1, .sixDigits, .time(OTPTimeStep(period: 60))),
            try Self.account("far", nil, .sha1, .sixDigits, .counter(1 << 63)),
        ]
        for account in wrong {
            do throws(AuthError) {
                _ = try OTPMigration.urisRevealed(for: [account], batchID: 1)
                Issue.record("taken: \(account.name)")
            } catch { #expect(error.code == .unsupported && error.reason.contains(account.name)) }
        }
        #expect(throws: AuthError(.invalidArgument, "")) { try OTPMigration.urisRevealed(for: [], batchID: 1) }
    }

    /// The package otpa, which has nothing to do with this one, decodes the export and makes one of its own of what it has decoded.
    @Test(.enabled(if: Executable.projectPython.isInstalled, "needs .build/venv: run Scripts/setup --tests"))
    func anIndependentImplementationAgreesBothWays() async throws {
        let accounts = try Self.samples()
        let uris = try OTPMigration.urisRevealed(for: accounts, batchID: 5)
        let script = """
            import sys
            from otpa import migration
            links = [link for line in sys.stdin for link in migration.migration_to_otpauth(line.strip())]
            print("\\n".join(links))
            print("\\n".join(migration.otpauth_to_migration(links)))
            """
        let run = try Executable.projectPython.run(["-c", script], input: uris.joined(separator: "\n"))
        try #require(run.status == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n").map(String.init)
        let decoded = try lines.filter { $0.hasPrefix("otpauth:") }.map { try OTPAccount(uri: $0) }
        #expect(decoded.map(\.hotp) == accounts.map(\.hotp) && decoded.map(\.factor) == accounts.map(\.factor))
        let exported = try lines.filter { $0.hasPrefix("otpauth-migration:") }.flatMap { try OTPMigration(uri: $0).accounts }
        #expect(exported.map(\.hotp) == accounts.map(\.hotp) && exported.map(\.factor) == accounts.map(\.factor))
    }

    private static func uri(_ payload: [UInt8]) -> String {
        "otpauth-migration://offline?data=" + PercentEncoding.encode(Data(payload).base64EncodedString())
    }

    @Test func oneBadAccountKeepsNoOtherOut() throws {
        let good = try MigrationEntry.encoded(Self.account("good", nil))
        var payload = ProtobufWriter()
        var bad: [[UInt8]] = []
        // MD5, 7 digits by an unknown number, no type, a negative counter, a short secret, a name that is not UTF-8.
        for change in [
            [0x20, 4], [0x28, 9], [0x30, 0], [0x30, 1, 0x38] + [UInt8](repeating: 0xFF, count: 9) + [1], [0x0A, 1, 7], [0x12, 1, 0xFF],
        ] {
            bad.append(good + change.map { UInt8($0) })
        }
        for message in [good] + bad + [good] { payload.write(1, message) }
        payload.write(99, 1)
        payload.write(98, [1, 2, 3])
        let read = try OTPMigration(uri: Self.uri(payload.bytes))
        #expect(read.accounts.map(\.name) == ["good", "good"])
        #expect(read.refused.map(\.error.code) == [.unsupported, .unsupported, .unsupported, .malformed, .invalidArgument, .malformed])
        #expect(read.batchCount == 1 && read.batchIndex == 0)
    }

    @Test func bombsAndNonsenseAreRefused() throws {
        let good = try MigrationEntry.encoded(Self.account("x", nil))
        var many = ProtobufWriter()
        for _ in 0..<101 { many.write(1, good) }
        let varint = [UInt8](repeating: 0xFF, count: 11)
        let payloads: [([UInt8], AuthError.Code)] = [
            (many.bytes, .limitExceeded), ([0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], .malformed), ([0x0A, 5, 1], .malformed),
            ([0x08], .malformed),
            ([0x08] + varint, .malformed), (varint, .malformed), ([0x00, 1], .malformed), ([0x0B], .malformed), ([0x0C], .malformed),
            ([0x09, 1, 2], .malformed), ([0x0D, 1], .malformed), ([0x0A, 2, 0x0A, 9], .malformed),
            ((0..<5000).flatMap { _ in [0x50 as UInt8, 1] }, .limitExceeded),
            ([0x0A] + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1], .malformed),
        ]
        for (payload, code) in payloads { #expect(throws: AuthError(code, "")) { try OTPMigration(uri: Self.uri(payload)) } }
        let uris: [(String, AuthError.Code)] = [
            ("", .malformed), ("otpauth-migration://offline", .malformed), ("otpauth-migration://offline?date=CjE", .malformed),
            ("otpauth-migration://online?data=", .malformed), ("otpauth://totp/x?secret=JBSWY3DPEHPK3PXP", .malformed),
            ("otpauth-migration://offline?data=C%", .malformed), ("otpauth-migration://offline?data=C", .malformed),
            ("otpauth-migration://offline?data=====", .malformed), ("otpauth-migration://offline?data=a%00b", .malformed),
            ("otpauth-migration://offline?data=" + String(repeating: "A", count: 1 << 20), .limitExceeded),
        ]
        for (uri, code) in uris { #expect(throws: AuthError(code, ""), "\(uri.prefix(60))") { try OTPMigration(uri: uri) } }
        #expect(try OTPMigration(uri: "otpauth-migration://offline?data=").accounts.isEmpty)
        let whole = try OTPMigration.urisRevealed(for: Self.samples(), batchID: 1)[0]
        for length in 0..<whole.utf8.count {
            do throws(AuthError) { _ = try OTPMigration(uri: String(whole.prefix(length))) } catch {
                #expect(error.code != .backendFailure)
            }
        }
    }
}
