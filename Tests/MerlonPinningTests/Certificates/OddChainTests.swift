#if os(Linux)
    import Foundation
    import MerlonCore
    import MerlonPinning
    import PinningConformance
    import TestSupport
    import Testing

    /// Chains in the manner of x509-limbo: pins never turn the platform's refusal into acceptance, and the platform's answer is not loosened.
    @Suite struct OddChainTests {
        static let python = Executable.projectPython
        static let hasLibrary = (try? python.run(["-c", "import cryptography"]).status) == 0

        struct Case: Decodable {
            var name: String
            var expected: String
            var host: String
        }

        @Test(.enabled(if: hasLibrary, "needs the Python package cryptography: Scripts/setup --tests"))
        func oddChains() async throws {
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            try await withTemporaryFolder { folder in
                let run = try Self.python.run([root.appendingPathComponent("Scripts/test-chains").path, folder.path])
                #expect(run.status == 0, "\(run.errors)")
                let file = { (name: String) in Array(try Data(contentsOf: folder.appendingPathComponent(name))) }
                let cases = try JSONDecoder().decode([Case].self, from: Data(file("index.json")))
                try #require(cases.count >= 70)
                var counts: [String: Int] = [:]
                for row in cases {
                    let sent = try CertificateFile.certificates(in: file("\(row.name).pem"))
                    let anchors = try CertificateFile.certificates(in: file("\(row.name).root.pem"))
                    let host = try HostName(row.host)
                    // Every certificate that is sent is pinned, so the pins have no say.
                    let pins = (sent + anchors).prefix(30).map { Pin.publicKey(of: $0) } + [TestPKI.unused, .certificate(sent[0])]
                    let policy = try PinningPolicy([PinSet(host: host, pins: Array(pins.prefix(32)))], anchors: .only(anchors))
                    let verification = PinnedVerification(policy, host: host, now: SystemTimeSource().wallTime)
                    let isAccepted = verification.verify(sent: sent, trusting: try TLSContext(trusting: policy.anchors))
                    if row.expected != "either" {
                        #expect(isAccepted == (row.expected == "accept"), "\(row.name): \(String(describing: verification.failure))")
                    }
                    if !isAccepted {
                        let codes: [PinningError.Code] = [.untrustedServer, .limitExceeded]
                        #expect(
                            verification.failure.map { codes.contains($0.code) } == true,
                            "\(row.name): \(String(describing: verification.failure))")
                    }
                    counts[isAccepted ? "accepted" : "refused", default: 0] += 1

                    // The command line's validator, with no code of this project: what it refuses is refused here.
                    let leaf = folder.appendingPathComponent("leaf.pem").path
                    try Data(file("\(row.name).pem")).write(to: URL(fileURLWithPath: leaf))
                    let name = host.isAddress ? ["-verify_ip", row.host] : ["-verify_hostname", row.host]
                    let reference = try Executable("openssl").run(
                        [
                            "verify", "-CAfile", folder.appendingPathComponent("\(row.name).root.pem").path, "-untrusted", leaf, "-purpose",
                            "sslserver",
                        ] + name
                            + [leaf])
                    if reference.status != 0 { #expect(!isAccepted, "\(row.name): openssl refuses it: \(reference.errors)") }

                    // A pin that is not there refuses what the platform accepts.
                    let strict = try PinningPolicy(
                        [PinSet(host: host, pins: [TestPKI.unused, Pin(.publicKey, PinDigest(hashing: [9]))])], anchors: .only(anchors))
                    let other = PinnedVerification(strict, host: host, now: SystemTimeSource().wallTime)
                    #expect(!other.verify(sent: sent, trusting: try TLSContext(trusting: strict.anchors)), "\(row.name)")
                    if isAccepted { #expect(other.failure?.code == .pinMismatch, "\(row.name)") }
                }
                #expect(counts["accepted", default: 0] >= 15 && counts["refused", default: 0] >= 40, "\(counts)")
            }
        }

        @Test func aThousandCertificates() throws {
            let pki = try TestPKI.shared.get()
            let good = try pki.chain("good")
            let policy = try pki.policy(["inter"])
            let sent = good + Array(repeating: try pki.certificate("other-inter"), count: 998)
            let verification = PinnedVerification(policy, host: try HostName("localhost"), now: SystemTimeSource().wallTime)
            let started = SystemTimeSource().monotonicTime
            // The path to the root is what is evaluated, whatever lies beside it.
            #expect(verification.verify(sent: sent, trusting: try TLSContext(trusting: policy.anchors)))
            #expect(verification.evaluation?.chain.certificates.count == 3)
            #expect(SystemTimeSource().monotonicTime - started < .seconds(2))
        }
    }
#endif
