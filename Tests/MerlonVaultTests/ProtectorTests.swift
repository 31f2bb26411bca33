import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import TestSupport
import Testing
import VaultConformance

@Suite struct ProtectorTests {
    private static let cheap = PasswordCost.argon2id(memoryKiB: 19 << 10, passes: 2)

    @Test(arguments: ProtectorConformance.all) func passphrase(_ check: ProtectorConformance) async throws {
        try await check.run(
            PassphraseProtector(try Password("correct horse"), cost: Self.cheap),
            PassphraseProtector(try Password("Correct horse"), cost: Self.cheap))
    }

    @Test(arguments: ProtectorConformance.all) func keyFile(_ check: ProtectorConformance) async throws {
        try await withTemporaryFolder { folder in
            try await check.run(
                KeyFileProtector.create(at: folder.appendingPathComponent("a").path),
                KeyFileProtector.create(at: folder.appendingPathComponent("b").path))
        }
    }

    @Test(arguments: ProtectorConformance.all) func systemdCredential(_ check: ProtectorConformance) async throws {
        try await withTemporaryFolder { folder in
            for name in ["a", "b"] { _ = try KeyFileProtector.create(at: folder.appendingPathComponent(name).path) }
            try await check.run(
                SystemdCredentialProtector("a", folder: folder.path), SystemdCredentialProtector("b", folder: folder.path))
        }
    }

    @Test(arguments: ProtectorConformance.all) func wrappingKey(_ check: ProtectorConformance) async throws {
        try await check.run(
            WrappingKeyProtector(SoftwareWrappingKey(SealingKey.generate())),
            WrappingKeyProtector(SoftwareWrappingKey(SealingKey.generate())))
    }

    /// Whoever can write a key file, or read it, is not kept out by it: such files are refused.
    @Test func keyFilesThatOthersReachAreRefused() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("key").path
            let protector = try KeyFileProtector.create(at: path)
            let wrapped = try await protector.wrap(SystemEntropy().secret(count: 32))
            for mode in [0o640, 0o604, 0o620, 0o666, 0o700 | 0o010] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
                await #expect(throws: VaultError(.storeUnavailable, ""), "mode \(String(mode, radix: 8))") {
                    _ = try await protector.unwrap(wrapped)
                }
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
            #expect(try await protector.unwrap(wrapped).count == 32)
            let link = folder.appendingPathComponent("link").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            for (place, code) in [
                (link, VaultError.Code.storeUnavailable), (folder.path, .storeUnavailable), (path + "x", .storeUnavailable),
            ] {
                await #expect(throws: VaultError(code, "")) { _ = try await KeyFileProtector(path: place).unwrap(wrapped) }
            }
            #expect(throws: VaultError(.duplicate, "")) { try KeyFileProtector.create(at: path) }
            for count in [0, 31, 4097] {
                let short = folder.appendingPathComponent("short\(count)").path
                try Data(repeating: 1, count: count).write(to: URL(fileURLWithPath: short))
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: short)
                await #expect(throws: VaultError(.invalidArgument, "")) { _ = try await KeyFileProtector(path: short).unwrap(wrapped) }
            }
        }
    }

    @Test func credentialsNeedAFolderAndAPlainName() async throws {
        for name in ["", "a/b", "..", ".", "a\u{0}"] {
            #expect(throws: VaultError(.invalidArgument, "")) { try SystemdCredentialProtector(name) }
        }
        let absent = try SystemdCredentialProtector("a", folder: "/nowhere")
        await #expect(throws: VaultError(.storeUnavailable, "")) { _ = try await absent.unwrap([]) }
    }

    /// The cost in a slot is an enemy's word: one that would take the machine down is refused before it is paid.
    @Test func aPassphraseSlotThatCostsTooMuchIsRefused() async throws {
        let protector = PassphraseProtector(try Password("x"))
        for (memory, passes) in [(1 << 30, 3), (64 << 10, 100_000), (0, 0), (-1, 3)] as [(Int64, Int64)] {
            let slot = CBORValue.array([
                .integer(1), .integer(memory), .integer(passes), .bytes(Array(repeating: 0, count: 16)),
                .bytes(Array(repeating: 0, count: 82)),
            ]).serialized()
            // Paid, the first two would be hours or a terabyte: that the test comes to an end is the proof.
            await #expect(throws: VaultError(.tooLarge, "")) { _ = try await protector.unwrap(slot) }
        }
    }
}
