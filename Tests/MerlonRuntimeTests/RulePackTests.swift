import Foundation
import MerlonCore
import MerlonCrypto
import MerlonRuntime
import TestSupport
import Testing

/// Packs signed by OpenSSL.
@Suite(.enabled(if: Executable("openssl").isInstalled, "needs openssl: Scripts/setup --tests")) struct RulePackTests {
    private static let now = WallTime(seconds: 1_800_000_000)
    private static let json = #"{"number": 7, "disabledDetectors": ["linux-mappings"], "weights": {"linux-preload": 0}}"#

    private struct Signer {
        let key: VerifyingKey
        private let folder: URL

        init(in folder: URL) throws {
            self.folder = folder
            let openssl = Executable("openssl")
            #expect(try openssl.run(["genpkey", "-algorithm", "ed25519", "-out", "key"], in: folder).status == 0)
            key = try VerifyingKey(
                pem: openssl.run(["pkey", "-in", "key", "-pubout"], in: folder).output, algorithm: .ed25519)
        }

        func sign(_ text: String) throws -> [UInt8] {
            try Data(text.utf8).write(to: folder.appendingPathComponent("text"))
            let run = try Executable("openssl").run(
                ["pkeyutl", "-sign", "-rawin", "-inkey", "key", "-in", "text", "-out", "signature"], in: folder)
            #expect(run.status == 0)
            let signature = try Data(contentsOf: folder.appendingPathComponent("signature"))
            return Array("\(text)signature \(Base64URL.encode(signature))\n".utf8)
        }
    }

    private func code(_ bytes: [UInt8], _ keys: [VerifyingKey], after number: Int = 0) -> RuntimeError.Code? {
        do throws(RuntimeError) {
            _ = try RulePack.open(bytes, keys: keys, after: number, at: Self.now)
            return nil
        } catch { return error.code }
    }

    @Test func aSignedPackChangesThePolicy() async throws {
        try await withTemporaryFolder { folder in
            let signer = try Signer(in: folder)
            let signed = try signer.sign("\(RulePack.header)\n\(Self.json)\n")
            let pack = try RulePack.open(signed, keys: [signer.key], after: 7, at: Self.now)
            #expect(pack.number == 7)
            let policy = ShieldPolicy.bank.applying(pack)
            #expect(policy.disabledDetectors == ["linux-mappings"] && policy.weights == ["linux-preload": 0])
            #expect(policy.thresholds == ShieldPolicy.bank.thresholds)
            #expect(policy.applying(RulePack(number: 8, enabledDetectors: ["linux-mappings"])).disabledDetectors.isEmpty)
        }
    }

    @Test func whatIsNotAPackIsRefused() async throws {
        try await withTemporaryFolder { folder in
            let signer = try Signer(in: folder)
            let stranger = folder.appendingPathComponent("stranger")
            try FileManager.default.createDirectory(at: stranger, withIntermediateDirectories: true)
            let other = try Signer(in: stranger)
            let signed = try signer.sign("\(RulePack.header)\n\(Self.json)\n")
            #expect(code(signed, [signer.key]) == nil && code(signed, [other.key, signer.key]) == nil)
            #expect(code(signed, [other.key]) == .authenticationFailed)
            #expect(try code(other.sign("\(RulePack.header)\n\(Self.json)\n"), [signer.key]) == .authenticationFailed)
            // The last number again is taken, every lower one is not: also when it says less.
            #expect(code(signed, [signer.key], after: 7) == nil && code(signed, [signer.key], after: .max) == .outdated)
            #expect(code(signed, []) == .authenticationFailed)
            #expect(code(signed, [signer.key], after: 8) == .outdated)
            #expect(try code(signer.sign("\(RulePack.header)\n{\"number\": 0}\n"), [signer.key]) == .malformed)
            #expect(try code(signer.sign("\(RulePack.header)\n[]\n"), [signer.key]) == .malformed)
            #expect(try code(signer.sign("merlon-rule-pack 2\n\(Self.json)\n"), [signer.key]) == .unsupported)
            let old = #"{"number": 9, "expires": {"seconds": 1799999999, "nanoseconds": 0}}"#
            #expect(try code(signer.sign("\(RulePack.header)\n\(old)\n"), [signer.key]) == .outdated)
            let last = old.replacingOccurrences(of: "1799999999", with: "1800000001")
            #expect(try code(signer.sign("\(RulePack.header)\n\(last)\n"), [signer.key]) == nil)
            for odd in [
                #"{"number": -1}"#, #"{"number": 1.5}"#, #"{"number": "7"}"#, #"{"number": 7, "weights": {"a": "b"}}"#,
                #"{"number": 7, "exceptions": [{"indicator": "a"}]}"#, #"{"number": 7, "exceptions": [{"indicator": "a", "reason": 1}]}"#,
            ] { #expect(try code(signer.sign("\(RulePack.header)\n\(odd)\n"), [signer.key]) == .malformed, "\(odd)") }
            #expect(code([UInt8](repeating: 0x41, count: RulePack.maximumSize + 1), [signer.key]) == .limitExceeded)
            // Cut or changed anywhere.
            for index in signed.indices.dropLast() {
                #expect(code(Array(signed[..<index]), [signer.key]) != nil)
                var changed = signed
                changed[index] ^= 1
                #expect(code(changed, [signer.key]) != nil)
            }
        }
    }
}
