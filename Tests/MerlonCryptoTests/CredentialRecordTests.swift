import MerlonCore
@testable import MerlonCrypto
import Testing

@Suite struct CredentialRecordTests {
    static let cost = PasswordTests.cheap

    @Test func theKeyComesBackToTheRightPasswordAlone() throws {
        var keys = try CredentialKeys.generate()
        let password = try Password("correct horse")
        let (record, key) = try CredentialRecord.create(user: "zoe", password: password, keys: keys, cost: Self.cost)
        #expect(try record.index == keys.index(of: "zoe") && record.index != keys.index(of: "Zoe"))
        #expect(key.count == CredentialRecord.keyByteCount)
        #expect(try record.unlock(with: password, keys: keys) == key)
        try record.passwordHash(keys: keys).verify(password)
        #expect(throws: CryptoError.authenticationFailed) { try record.unlock(with: Password("wrong"), keys: keys) }
        #expect(throws: CryptoError.authenticationFailed) { try record.unlock(with: password, keys: CredentialKeys.generate()) }
        let moved = CredentialRecord(index: try keys.index(of: "max"), sealed: record.sealed)
        #expect(throws: CryptoError.authenticationFailed) { try moved.unlock(with: password, keys: keys) }
        var changed = record.sealed
        changed[changed.count / 2] ^= 1
        #expect(throws: CryptoError.authenticationFailed) {
            try CredentialRecord(index: record.index, sealed: changed).unlock(with: password, keys: keys)
        }

        let new = try Password("battery staple")
        let renewed = try record.changingPassword(from: password, to: new, keys: keys, cost: Self.cost)
        #expect(try renewed.unlock(with: new, keys: keys) == key)
        #expect(throws: CryptoError.authenticationFailed) { try renewed.unlock(with: password, keys: keys) }
        #expect(try !renewed.needsRenewal(keys: keys, cost: Self.cost))
        #expect(try renewed.needsRenewal(keys: keys, cost: .argon2id(memoryKiB: 64 << 10, passes: 2)))
        try keys.pepper.rotate()
        #expect(try renewed.needsRenewal(keys: keys, cost: Self.cost))
        #expect(try renewed.unlock(with: new, keys: keys) == key)
    }
}
