import Foundation
import MerlonCore
import TestSupport
import Testing

@testable import MerlonCrypto

/// Short messages, which have a shorter way than long ones: the same bytes come out.
struct ShortMessageTests {
    private func seal(_ cipher: RekeyedCipher, _ message: [UInt8], nonce: [UInt8], data: [UInt8]) throws -> [UInt8] {
        // In place, as the vault does it.
        var (text, tag) = (message, [UInt8](repeating: 0, count: 16))
        unsafe try text.withMutableBytes { (text) throws(CryptoError) in
            unsafe try tag.withMutableBytes { (tag) throws(CryptoError) in
                unsafe try nonce.withBytes { (nonce) throws(CryptoError) in
                    unsafe try data.withBytes { (data) throws(CryptoError) in
                        unsafe try cipher.seal(UnsafeRawBufferPointer(text), nonce: nonce, authenticating: data, into: text, tag: tag)
                    }
                }
            }
        }
        return text + tag
    }

    @Test(arguments: [0, 1, 16, 33, 1024, 1025, 70_000])
    func aRekeyedCipherSealsAsTheOthers(_ count: Int) throws {
        let entropy = SystemEntropy()
        let cipher = try RekeyedCipher()
        let (message, data) = try (entropy.bytes(count: count), entropy.bytes(count: 77))
        // Keys set and derived, one after the other.
        for round in 0..<3 {
            let (key, nonce, info) = try (entropy.secret(count: 32), entropy.bytes(count: 12), entropy.bytes(count: 61))
            try cipher.setKey(key)
            let sealed = try seal(cipher, message, nonce: nonce, data: data)
            let expected = unsafe try message.withUnsafeBytes {
                unsafe try AEAD.aes256GCM.seal($0, key: key, nonce: nonce, authenticating: data)
            }
            #expect(sealed == expected, "round \(round)")
            unsafe try info.withBytes { (info) throws(CryptoError) in unsafe try cipher.setKey(derivedFrom: key, info: info) }
            let derived = try HKDF.expand(.sha256, from: key, info: info, count: 32)
            let another = unsafe try message.withUnsafeBytes {
                unsafe try AEAD.aes256GCM.seal($0, key: derived, nonce: nonce, authenticating: data)
            }
            #expect(try seal(cipher, message, nonce: nonce, data: data) == another, "round \(round)")
            cipher.forget()
            // What stands there now is zeros, which anybody can guess.
            #expect(throws: CryptoError(.invalidKey, "")) { try seal(cipher, message, nonce: nonce, data: data) }
        }
    }

    @Test func aRekeyedCipherRefusesOtherLengths() throws {
        let cipher = try RekeyedCipher()
        #expect(throws: CryptoError(.invalidKey, "")) { try seal(cipher, [1], nonce: Array(repeating: 0, count: 12), data: []) }
        #expect(throws: CryptoError.self) { try cipher.setKey(SystemEntropy().secret(count: 16)) }
        try cipher.setKey(SystemEntropy().secret(count: 32))
        #expect(throws: CryptoError.self) { try seal(cipher, [1], nonce: [1, 2, 3], data: []) }
    }

    /// Keys shorter than a block, of one, and longer; the message in one part and in two; the code written over what it is made of.
    @Test(arguments: [0, 20, 32, 64, 65, 200]) func aCodeIsTheSameByBothWays(_ keyCount: Int) throws {
        let (key, message) = try (SystemEntropy().secret(count: keyCount), SystemEntropy().bytes(count: 300))
        // By the definition (FIPS 198-1), of SHA-256 alone.
        let bytes = unsafe key.withUnsafeBytes { unsafe Array($0) }
        let digest = { HashAlgorithm.sha256.digest(of: $0 as [UInt8]) }
        let short = bytes.count > 64 ? digest(bytes) : bytes
        let padded = short + Array(repeating: 0, count: 64 - short.count)
        let expected = digest(padded.map { $0 ^ 0x5C } + digest(padded.map { $0 ^ 0x36 } + message))
        #expect(try HMAC.code(.sha256, key: key, message: message) == expected)
        for cut in [0, 21, 300] {
            var room = message
            unsafe try room.withMutableBytes { (room) throws(CryptoError) in
                let parts = UnsafeRawBufferPointer(room)
                unsafe try HMAC.code(
                    .sha256, key: key, header: UnsafeRawBufferPointer(rebasing: parts[..<cut]),
                    message: UnsafeRawBufferPointer(rebasing: parts[cut...]), into: UnsafeMutableRawBufferPointer(rebasing: room[8..<40]))
            }
            #expect(Array(room[8..<40]) == expected, "cut at \(cut)")
        }
    }
}
