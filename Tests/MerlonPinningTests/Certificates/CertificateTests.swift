import Foundation
import MerlonCore
import MerlonPinning
import PinningConformance
import TestSupport
import Testing

@Suite struct CertificateTests {
    @Test(arguments: ["good", "rsa2048", "rsa4096", "p384", "ed25519", "root", "constrained", "expired", "not-yet-valid"])
    func digestsAreThoseOfOpenSSL(_ name: String) throws {
        let pki = try TestPKI.shared.get()
        let certificate = try pki.certificate(name)
        let pipe =
            "openssl x509 -in \(name).pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | openssl base64 -A"
        let run = try Executable("bash").run(["-c", pipe], in: pki.folder)
        #expect(certificate.publicKeyDigest.base64 == run.output)
        let whole = try Executable("openssl").run(["x509", "-in", "\(name).pem", "-noout", "-fingerprint", "-sha256"], in: pki.folder)
        #expect(whole.output.lowercased().replacingOccurrences(of: ":", with: "").contains(certificate.digest.hex))
    }

    @Test func whatPeopleSee() throws {
        let pki = try TestPKI.shared.get()
        let good = try pki.certificate("good")
        #expect(
            (good.subjectName, good.issuerName, good.keyDescription, good.isAuthority) == (
                "good", "Merlon Test Intermediate", "P-256", false
            ))
        #expect(good.hostNames == ["localhost", "pin.test", "127.0.0.1", "::1"])
        #expect(try pki.certificate("root").isSelfIssued && pki.certificate("root").isAuthority && !good.isSelfIssued)
        #expect(try ["rsa2048", "p384", "ed25519"].map { try pki.certificate($0).keyDescription } == ["RSA 2048", "P-384", "Ed25519"])
        #expect(try pki.certificate("expired").notAfter.iso8601 == "2021-01-01T00:00:00Z")
    }

    @Test func cutAndChangedCertificates() throws {
        let der = try TestPKI.shared.get().certificate("good").der
        for count in 0..<der.count { #expect(throws: PinningError.self) { try Certificate(der: Array(der[..<count])) } }
        #expect(throws: PinningError(.malformed, "")) { try Certificate(der: der + [0]) }
        #expect(throws: PinningError(.limitExceeded, "")) { try Certificate(der: [UInt8](repeating: 0x30, count: 1 << 20)) }
        // No change of one byte may end in a trap; names are looked at, too.
        for index in der.indices {
            for value in [0, 0x7F, 0x80, 0xFF] as [UInt8] {
                var changed = der
                changed[index] = value
                guard let certificate = try? Certificate(der: changed) else { continue }
                _ = (certificate.subjectName, certificate.hostNames, certificate.keyDescription, certificate.isAuthority)
            }
        }
    }

    @Test func files() throws {
        let pki = try TestPKI.shared.get()
        #expect(try CertificateFile.certificates(in: pki.bytes("good.chain.pem")).count == 2)
        let der = try pki.certificate("good").der
        #expect(try CertificateFile.certificates(in: der).first?.der == der)
        let pem = String(decoding: try pki.bytes("good.pem"), as: UTF8.self)
        #expect(try CertificateFile.certificates(in: Array("text\r\n\(pem.replacingOccurrences(of: "\n", with: "\r\n"))".utf8)).count == 1)
        let begin = "-----BEGIN CERTIFICATE-----\n"
        let refused: [(String, PinningError.Code)] = [
            ("", .malformed), ("no certificate", .malformed), (begin, .malformed), (begin + begin, .malformed),
            (begin + "AAAA\n-----END CERTIFICATE-----\n", .malformed), (begin + "A_-A\n-----END CERTIFICATE-----\n", .malformed),
            (String(pem.dropLast(30)), .malformed), (begin + String(repeating: "A", count: 200_000), .limitExceeded),
            (String(repeating: pem, count: 1001), .limitExceeded), (pem.replacingOccurrences(of: "M", with: "-"), .malformed),
        ]
        for (text, code) in refused {
            #expect(throws: PinningError(code, ""), "\(text.prefix(50))") { try CertificateFile.certificates(in: Array(text.utf8)) }
        }
        #expect(throws: PinningError(.limitExceeded, "")) { try CertificateFile.certificates(in: [UInt8](repeating: 0x41, count: 5 << 20)) }
    }
}
