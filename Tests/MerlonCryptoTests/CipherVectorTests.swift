@testable import MerlonCrypto
import MerlonCore
import TestSupport
import Testing

private struct CipherGroup: WycheproofGroup {
    struct Case: WycheproofCase {
        let tcId: Int
        let comment: String
        let flags: [String]
        let result: String
        let key, iv, aad, msg, ct, tag: HexBytes
    }
    let ivSize: Int
    let keySize: Int
    let tagSize: Int
    let tests: [Case]
}

private struct KeyWrapGroup: WycheproofGroup {
    struct Case: WycheproofCase {
        let tcId: Int
        let comment: String
        let flags: [String]
        let result: String
        let key, msg, ct: HexBytes
    }
    let tests: [Case]
}

@Suite(.enabled(if: Vectors.areAvailable, "\(Vectors.need)")) struct CipherVectorTests {
    @Test func aesGCM() throws {
        try Wycheproof<CipherGroup>.load("aes_gcm").run(
            "aes_gcm",
            outOfScope: {
                $0.ivSize == 96 ? nil : "nonces of other lengths are hashed, and a nonce of 96 bits is all that anything here makes"
            },
            accepts: { group, test in
                let ciphers: [Int: AEAD] = [128: .aes128GCM, 192: .aes192GCM, 256: .aes256GCM]
                guard let cipher = ciphers[group.keySize] else { return false }
                return agrees(cipher, test)
            })
    }

    /// Nonces of 128 bits are opened, for Security's ECIES, and never made.
    @Test func aesGCMWithLongNonces() throws {
        var long = 0
        try Wycheproof<CipherGroup>.load("aes_gcm").run(
            "aes_gcm, long nonces",
            outOfScope: { $0.ivSize == 128 && $0.keySize != 192 ? nil : "ECIES has nonces of 128 bits, and keys of 128 or 256" },
            accepts: { group, test in
                let opened = unsafe try? transform(test, opening: true, count: test.ct.bytes.count) { input, output throws(CryptoError) in
                    unsafe try Backend.openWithLongNonce(input, into: output)
                }
                if opened != nil { long += 1 }
                return opened == test.msg.bytes
            })
        #expect(long > 0)
    }

    @Test func chaCha20Poly1305() throws {
        try Wycheproof<CipherGroup>.load("chacha20_poly1305").run("chacha20_poly1305") { _, test in agrees(.chaCha20Poly1305, test) }
    }

    @Test func xChaCha20Poly1305() throws {
        try Wycheproof<CipherGroup>.load("xchacha20_poly1305").run("xchacha20_poly1305") { _, test in
            guard test.iv.bytes.count == XChaCha20Poly1305.nonceByteCount else { return false }
            let sealed = unsafe try? transform(test, count: test.msg.bytes.count + 16) { input, output throws(CryptoError) in
                unsafe try XChaCha20Poly1305.seal(input, into: output)
            }
            let opened = unsafe try? transform(test, opening: true, count: test.ct.bytes.count) { input, output throws(CryptoError) in
                unsafe try XChaCha20Poly1305.open(input, into: output)
            }
            return sealed == test.ct.bytes + test.tag.bytes && opened == test.msg.bytes
        }
    }

    @Test func aesKeyWrap() throws {
        try Wycheproof<KeyWrapGroup>.load("aes_wrap").run(
            "aes_wrap", acceptable: ["ShortKey": .refuse(because: "RFC 3394 wraps 128 bits at least; shorter keys are no keys here")]
        ) { _, test in
            var wrapped = [UInt8](repeating: 0, count: test.msg.bytes.count + 8)
            var unwrapped = [UInt8](repeating: 0, count: max(test.ct.bytes.count - 8, 0))
            do throws(CryptoError) {
                unsafe try test.key.bytes.withBytes { (key) throws(CryptoError) in
                    unsafe try test.msg.bytes.withBytes { (message) throws(CryptoError) in
                        unsafe try wrapped.withMutableBytes { (output) throws(CryptoError) in
                            unsafe try Backend.wrapKey(message, with: key, into: output)
                        }
                    }
                    unsafe try test.ct.bytes.withBytes { (input) throws(CryptoError) in
                        unsafe try unwrapped.withMutableBytes { (output) throws(CryptoError) in
                            unsafe try Backend.unwrapKey(input, with: key, into: output)
                        }
                    }
                }
            } catch { return false }
            return wrapped == test.ct.bytes && unwrapped == test.msg.bytes
        }
    }

    /// Whether sealing gives the ciphertext and tag of the case, and opening them gives its message back.
    private func agrees(_ cipher: AEAD, _ test: CipherGroup.Case) -> Bool {
        let sealed = unsafe try? transform(test, count: test.msg.bytes.count + 16) { input, output throws(CryptoError) in
            unsafe try Backend.seal(cipher, input, into: output)
        }
        let opened = unsafe try? transform(test, opening: true, count: test.ct.bytes.count) { input, output throws(CryptoError) in
            unsafe try Backend.open(cipher, input, into: output)
        }
        return sealed == test.ct.bytes + test.tag.bytes && opened == test.msg.bytes
    }

    private func transform(
        _ test: CipherGroup.Case, opening: Bool = false, count: Int,
        _ body: (AEADInput, UnsafeMutableRawBufferPointer) throws(CryptoError) -> Void
    ) throws(CryptoError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        let message = opening ? test.ct.bytes + test.tag.bytes : test.msg.bytes
        unsafe try test.key.bytes.withBytes { (key) throws(CryptoError) in
            unsafe try test.iv.bytes.withBytes { (nonce) throws(CryptoError) in
                unsafe try test.aad.bytes.withBytes { (data) throws(CryptoError) in
                    unsafe try message.withBytes { (message) throws(CryptoError) in
                        unsafe try output.withMutableBytes { (output) throws(CryptoError) in
                            // Split anywhere, associated data counts as one: the cut exercises both parts.
                            let cut = data.count / 2
                            let input = unsafe AEADInput(
                                key: key, nonce: nonce, header: UnsafeRawBufferPointer(rebasing: data[..<cut]),
                                context: UnsafeRawBufferPointer(rebasing: data[cut...]), message: message)
                            unsafe try body(input, output)
                        }
                    }
                }
            }
        }
        return output
    }
}
