import EmulatedDevice
import Foundation
import FoundationNetworking
import Security
import Testing

extension EmulatedDeviceTests {
    /// Real chains, made by the openssl tool, evaluated by OpenSSL behind Security's functions.
    @Suite struct ServerTrust {
        /// A folder that goes with the suite.
        private final class Place: Sendable {
            let url = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-trust-\(UUID().uuidString)")
            init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
            deinit { try? FileManager.default.removeItem(at: url) }
        }

        private let place: Place
        var folder: URL { place.url }

        init() throws {
            EmulatedDeviceTests.reset()
            place = try Place()
        }

        func openssl(_ arguments: String...) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["openssl"] + arguments
            process.currentDirectoryURL = folder
            process.standardError = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "openssl \(arguments.joined(separator: " "))")
        }

        /// A root and a server certificate for bank.example, both good for ten days.
        func makeChain() throws {
            try openssl(
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "root.key", "-out",
                "root.pem",
                "-subj", "/CN=Root", "-days", "10", "-addext", "basicConstraints=critical,CA:TRUE")
            try openssl(
                "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "leaf.key", "-out", "leaf.csr",
                "-subj", "/CN=bank.example")
            try Data("subjectAltName=DNS:bank.example\nextendedKeyUsage=serverAuth\n".utf8).write(to: folder.appendingPathComponent("ext"))
            try openssl(
                "x509", "-req", "-in", "leaf.csr", "-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "10", "-out",
                "leaf.pem",
                "-extfile", "ext")
            for name in ["root", "leaf"] { try openssl("x509", "-in", "\(name).pem", "-outform", "DER", "-out", "\(name).der") }
        }

        func certificate(_ name: String) throws -> SecCertificate {
            let der = try Data(contentsOf: folder.appendingPathComponent("\(name).der"))
            return try #require(SecCertificateCreateWithData(nil, der as NSData))
        }

        func evaluate(_ chain: [SecCertificate], host: String, days: Double = 0, anchors: [SecCertificate]? = nil) -> OSStatus {
            var trust: SecTrust?
            guard SecTrustCreateWithCertificates(chain as NSArray, SecPolicyCreateSSL(true, host as NSString), &trust) == errSecSuccess,
                let trust
            else { return errSecParam }
            if let anchors { _ = SecTrustSetAnchorCertificates(trust, anchors as NSArray) }
            _ = SecTrustSetVerifyDate(trust, Date(timeIntervalSinceNow: days * 86400) as NSDate)
            var error: CFError?
            return SecTrustEvaluateWithError(trust, &error) ? errSecSuccess : OSStatus(CFErrorGetCode(error))
        }

        @Test func chainsAreReallyEvaluated() throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            try makeChain()
            let leaf = try certificate("leaf")
            let root = try certificate("root")
            SecTrust.systemAnchors = []
            #expect(evaluate([leaf], host: "bank.example", anchors: [root]) == errSecSuccess)
            #expect(evaluate([leaf], host: "other.example", anchors: [root]) == errSecHostNameMismatch)
            #expect(evaluate([leaf], host: "bank.example", days: 20, anchors: [root]) == errSecCertificateExpired)
            #expect(evaluate([leaf], host: "bank.example", days: -20, anchors: [root]) == errSecCertificateNotValidYet)
            #expect(evaluate([leaf], host: "bank.example") == errSecNotTrusted)
            SecTrust.systemAnchors = [SecCertificateCopyData(root) as Data]
            #expect(evaluate([leaf], host: "bank.example") == errSecSuccess)
            #expect(evaluate([leaf], host: "bank.example", anchors: []) == errSecNotTrusted, "own anchors switch the system's off")
            SecTrust.systemAnchors = []
        }

        @Test func onlyCertificatesAreCertificates() {
            #expect(SecCertificateCreateWithData(nil, Data("no certificate".utf8) as NSData) == nil)
            #expect(SecCertificateCreateWithData(nil, NSData()) == nil)
            var trust: SecTrust?
            #expect(SecTrustCreateWithCertificates([] as NSArray, nil, &trust) == errSecParam)
        }
    }
}
