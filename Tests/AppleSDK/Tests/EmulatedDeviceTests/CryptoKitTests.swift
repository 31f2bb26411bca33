import CryptoKit
import EmulatedDevice
import Foundation
import Testing

extension EmulatedDeviceTests {
    /// The stand-in CryptoKit against published values: adapters that are tested on it are tested against the real algorithms.
    @Suite struct CryptoKitStandIn {
        init() { EmulatedDeviceTests.reset() }

        func data(_ hex: String) -> Data {
            Data(
                stride(from: 0, to: hex.count, by: 2).map { index in
                    let start = hex.index(hex.startIndex, offsetBy: index)
                    return UInt8(hex[start...].prefix(2), radix: 16)!
                })
        }

        /// RFC 5869, test case 1.
        @Test func hkdf() {
            let key = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: Data(repeating: 0x0B, count: 22)), salt: data("000102030405060708090a0b0c"),
                info: data("f0f1f2f3f4f5f6f7f8f9"), outputByteCount: 42)
            #expect(
                key.withUnsafeBytes { Data($0) }
                    == data("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"))
        }

        /// RFC 7748, section 5.2, first vector.
        @Test func x25519() throws {
            let own = try Curve25519.KeyAgreement.PrivateKey(
                rawRepresentation: data("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"))
            let peer = try Curve25519.KeyAgreement.PublicKey(
                rawRepresentation: data("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"))
            #expect(
                try own.sharedSecretFromKeyAgreement(with: peer).withUnsafeBytes { Data($0) }
                    == data("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"))
            #expect(throws: CryptoKitError.self) {
                try own.sharedSecretFromKeyAgreement(with: .init(rawRepresentation: Data(repeating: 0, count: 32)))
            }
        }

        /// RFC 8032, section 7.1, test 1.
        @Test func ed25519() throws {
            let key = try Curve25519.Signing.PrivateKey(
                rawRepresentation: data("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
            #expect(key.publicKey.rawRepresentation == data("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"))
            #expect(
                try key.signature(for: Data())
                    == data(
                        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
                    ))
        }

        @Test func sealingOpensAndRefuses() throws {
            let key = SymmetricKey(size: .bits256)
            let context = Data("context".utf8)
            let gcm = try AES.GCM.seal(Data("secret".utf8), using: key, authenticating: context)
            #expect(try AES.GCM.open(gcm, using: key, authenticating: context) == Data("secret".utf8))
            #expect(throws: CryptoKitError.self) { try AES.GCM.open(gcm, using: key, authenticating: Data()) }
            let poly = try ChaChaPoly.SealedBox(combined: ChaChaPoly.seal(Data("secret".utf8), using: key).combined)
            #expect(try ChaChaPoly.open(poly, using: key) == Data("secret".utf8))
            #expect(throws: CryptoKitError.self) { try AES.GCM.SealedBox(combined: Data(count: 27)) }
        }

        @Test func enclaveKeysSignAndStayInside() throws {
            let key = try SecureEnclave.P256.Signing.PrivateKey()
            let signature = try key.signature(for: Data("m".utf8))
            #expect(key.publicKey.isValidSignature(signature, for: Data("m".utf8)))
            #expect(!key.publicKey.isValidSignature(signature, for: Data("n".utf8)))
            #expect(
                try P256.Signing.ECDSASignature(rawRepresentation: signature.rawRepresentation).derRepresentation
                    == signature.derRepresentation)
            let again = try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: key.dataRepresentation)
            #expect(again.publicKey.x963Representation == key.publicKey.x963Representation)
            EmulatedDevice.current = EmulatedDevice()
            #expect(throws: CryptoKitError.self) { try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: key.dataRepresentation) }
        }
    }
}
