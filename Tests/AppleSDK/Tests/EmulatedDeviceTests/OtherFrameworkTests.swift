import CryptoKit
import DeviceCheck
import EmulatedDevice
import Foundation
import Network
import Security
import Testing
import os

extension EmulatedDeviceTests {
    @Suite struct Others {
        init() { EmulatedDeviceTests.reset() }

        @Test func assertionsAreSignedByAnEnclaveKey() async throws {
            let name = try await DCAppAttestService.shared.generateKey()
            let point = try #require(EmulatedDevice.current.enclavePublicKey(Data(base64Encoded: name)!))
            let digest = SHA256.hash(data: Data("request".utf8))
            let signature = try await DCAppAttestService.shared.generateAssertion(name, clientDataHash: Data(digest))
            let key = try P256.Signing.PublicKey(x963Representation: point)
            #expect(key.isValidSignature(try P256.Signing.ECDSASignature(derRepresentation: signature), for: digest))
            await #expect(throws: DCError(.invalidKey)) {
                try await DCAppAttestService.shared.generateAssertion("bm9uZQ==", clientDataHash: Data(digest))
            }
            EmulatedDevice.current.hasSecureEnclave = false
            #expect(!DCAppAttestService.shared.isSupported)
            await #expect(throws: DCError(.featureUnsupported)) { try await DCAppAttestService.shared.generateKey() }
        }

        @Test func networkCallsTheVerifyBlock() {
            let options = NWProtocolTLS.Options().securityProtocolOptions
            sec_protocol_options_set_min_tls_protocol_version(options, .TLSv12)
            sec_protocol_options_set_verify_block(
                options,
                { _, trust, complete in
                    complete(SecTrustGetCertificateCount(sec_trust_copy_ref(trust).takeRetainedValue()) == 0)
                }, DispatchQueue(label: "verify"))
            #expect(options.minimumVersion == .TLSv12)
            #expect(options.verifyBlock != nil)
        }

        @Test func logsHideWhatIsNotPublic() {
            let name = "token-\(UUID())"
            let log = Logger(subsystem: "test", category: "log")
            log.error("code \(42) for \(name), open \(name, privacy: .public)")
            #expect(Logger.recorded.last == "[test:log] error code 42 for <private>, open \(name)")
        }

        /// RFC 8017 signatures made by the openssl tool.
        @Test(arguments: [(SecKeyAlgorithm.rsaSignatureMessagePKCS1v15SHA256, "pkcs1"), (.rsaSignatureMessagePSSSHA256, "pss")])
        func rsaSignatures(_ algorithm: SecKeyAlgorithm, _ padding: String) throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-rsa-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let message = Data("message".utf8)
            try message.write(to: folder.appendingPathComponent("message"))
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.currentDirectoryURL = folder
            process.standardError = FileHandle.nullDevice
            process.arguments = [
                "-ec",
                """
                openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out key
                openssl rsa -in key -RSAPublicKey_out -outform DER -out public
                openssl dgst -sha256 -sign key \(padding == "pss" ? "-sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:digest" : "") -out sig message
                """,
            ]
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let attributes: [String: Any] = [
                kSecAttrKeyType as String: kSecAttrKeyTypeRSA, kSecAttrKeyClass as String: kSecAttrKeyClassPublic,
            ]
            let der = try Data(contentsOf: folder.appendingPathComponent("public"))
            let key = try #require(SecKeyCreateWithData(der as NSData, attributes as CFDictionary, nil))
            let signature = try Data(contentsOf: folder.appendingPathComponent("sig"))
            #expect(SecKeyGetBlockSize(key) == 256)
            #expect(SecKeyVerifySignature(key, algorithm, message as NSData, signature as NSData, nil))
            #expect(!SecKeyVerifySignature(key, algorithm, Data("other".utf8) as NSData, signature as NSData, nil))
            #expect(SecKeyCreateWithData(NSData(data: Data(count: 10)), attributes as CFDictionary, nil) == nil)
        }
    }
}
