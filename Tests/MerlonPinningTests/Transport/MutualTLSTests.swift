#if os(Linux)
    import Foundation
    import MerlonCore
    import MerlonCrypto
    import MerlonPinning
    import PinningConformance
    import TestSupport
    import Testing

    /// Client certificates whose keys are in software, on a PKCS #11 token and in a TPM, against nginx that asks for them.
    @Suite(.serialized, .enabled(if: TestServer.nginx.isInstalled, Comment(rawValue: TestServer.reason)))
    struct MutualTLSTests {
        /// Of TLS 1.3 and 1.2; the last asks for SHA-384 first, whatever the curve.
        static let sites = ["mutual", "mutual12", "mutual12-sha384"]

        /// The client's chain for a key that nobody can read: the PKI certifies its public half.
        static func chain(_ key: some SigningKey, _ pki: TestPKI) async throws -> [Certificate] {
            try await withTemporaryFolder { folder in
                let file = { (name: String) in folder.appendingPathComponent(name).path }
                try Data(key.verifyingKey.pem.utf8).write(to: URL(fileURLWithPath: file("public.pem")))
                try Data("basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=clientAuth\n".utf8)
                    .write(to: URL(fileURLWithPath: file("extensions")))
                // What the request is signed with does not matter: its key is replaced.
                var run = try Executable("openssl").run([
                    "req", "-new", "-key", pki.path("client.key"), "-subj", "/CN=device", "-out", file("request.pem"),
                ])
                #expect(run.status == 0, "\(run.errors)")
                run = try Executable("openssl").run([
                    "x509", "-req", "-in", file("request.pem"), "-force_pubkey", file("public.pem"), "-CA", pki.path("inter.pem"), "-CAkey",
                    pki.path("inter.key"), "-days", "2", "-extfile", file("extensions"), "-out", file("device.pem"),
                ])
                #expect(run.status == 0, "\(run.errors)")
                let device = try CertificateFile.certificates(in: Array(Data(contentsOf: URL(fileURLWithPath: file("device.pem")))))
                return device + [try pki.certificate("inter")]
            }
        }

        /// The key signs at each kind of server, from several tasks at once, and never for one that is refused.
        static func expectSigns(_ key: some SigningKey, _ chain: [Certificate], _ server: TestServer) async throws {
            let identity = try ClientIdentity(chain, key: key)
            let transport = try PinnedTransport(server.pki.policy(["inter"]), identity: identity)
            let requests = try (Self.sites + Self.sites).map { HTTPRequest(.get, try HTTPURL(server.url($0))) }
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for request in requests { group.addTask { String(decoding: try await transport.send(request).body, as: UTF8.self) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count == 6 && answers.allSatisfy { $0.hasSuffix("SUCCESS") }, "\(answers)")
            let other = try PinnedTransport(server.pki.policy(["root2"]), identity: identity)
            await #expect(throws: PinningError(.pinMismatch, "")) { try await PinnedTransportTests.outcome(other, requests[0]).get() }
        }

        /// A handshake without the client's signature ends with the key's own reason.
        static func expectRefused(_ key: some SigningKey, _ chain: [Certificate], _ server: TestServer, saying reason: String) async throws
        {
            let transport = try PinnedTransport(server.pki.policy(["inter"]), identity: ClientIdentity(chain, key: key))
            for site in Self.sites.prefix(2) {
                let result = await PinnedTransportTests.outcome(transport, HTTPRequest(.get, try HTTPURL(server.url(site))))
                guard case .failure(let error) = result else {
                    Issue.record("a handshake without a signature")
                    return
                }
                #expect(error.code == .handshakeFailed && error.reason.contains(reason), "\(error)")
            }
        }

        /// A key that refuses, as hardware does when it is gone.
        struct RefusingKey: SigningKey {
            let verifyingKey: VerifyingKey
            var attributes: KeyAttributes { KeyAttributes(residence: .tpm, exposure: .neverLeaves, isPersistent: true) }
            func signature(ofExactly message: [UInt8]) throws(CryptoError) -> [UInt8] {
                throw CryptoError(.hardwareUnavailable, "The token is gone.")
            }
        }

        @Test func keysInSoftware() async throws {
            try await TestServer.run { server in
                let pki = server.pki
                let key = try SoftwareSigningKey(pkcs8PEM: String(decoding: pki.bytes("client.key"), as: UTF8.self), algorithm: .ecdsaP256)
                let chain = [try pki.certificate("client"), try pki.certificate("inter")]
                try await Self.expectSigns(key, chain, server)
                let large = try SoftwareSigningKey.generate(.ecdsaP384)
                try await Self.expectSigns(large, Self.chain(large, pki), server)
                try await Self.expectRefused(RefusingKey(verifyingKey: key.verifyingKey), chain, server, saying: "The token is gone")
                // Without an identity, and with one of another authority, nginx answers 400.
                let request = HTTPRequest(.get, try HTTPURL(server.url("mutual")))
                #expect(try await PinnedTransport(pki.policy(["inter"])).send(request).status == 400)
                let strangers = [try pki.certificate("stranger")]
                let stranger = try SoftwareSigningKey(
                    pkcs8PEM: String(decoding: pki.bytes("stranger.key"), as: UTF8.self), algorithm: .ecdsaP256)
                let transport = try PinnedTransport(pki.policy(["inter"]), identity: ClientIdentity(strangers, key: stranger))
                #expect(try await transport.send(request).status == 400)
                #expect(throws: PinningError(.invalidArgument, "")) { try ClientIdentity([pki.certificate("good")], key: key) }
                #expect(throws: PinningError(.invalidArgument, "")) { try ClientIdentity([], key: key) }
                #expect(throws: PinningError(.limitExceeded, "")) {
                    try ClientIdentity(Array(repeating: pki.certificate("client"), count: 11), key: key)
                }
                #expect(throws: PinningError(.unsupported, "")) { try ClientIdentity(chain, key: SoftwareSigningKey.generate(.ed25519)) }
            }
        }

        @Test(.enabled(if: SoftwareTokens.isAvailable, "\(SoftwareTokens.need)")) func keysOnAToken() async throws {
            try await TestServer.run { server in
                let label = try SoftwareTokens.take().token.label
                let module = SoftwareTokens.module ?? ""
                let pin = try SecretBytes(copying: Array("1234".utf8))
                let token = try PKCS11Token.open(module: module, label: label, pin: pin)
                let key = try token.makeSigningKey("device")
                #expect(key.attributes.residence == .pkcs11Token && key.attributes.exposure == .neverLeaves)
                let chain = try await Self.chain(key, server.pki)
                try await Self.expectSigns(key, chain, server)
                // A key that was deleted meanwhile does not sign.
                try token.delete(.signingKey, "device")
                try await Self.expectRefused(key, chain, server, saying: "does not sign")
            }
        }

        @Test(.enabled(if: SoftwareTPM.isAvailable, "\(SoftwareTPM.need)")) func keysInATPM() async throws {
            try await TestServer.run { server in
                try await withSoftwareTPM { software in
                    let tpm = try TPM.open(configuration: software.configuration)
                    try tpm.provision()
                    let key = try tpm.makeSigningKey("device", authorization: nil)
                    #expect(key.attributes.residence == .tpm && key.attributes.exposure == .neverLeaves)
                    let chain = try await Self.chain(key, server.pki)
                    try await Self.expectSigns(key, chain, server)
                    // Its power goes.
                    software.stop()
                    try await Self.expectRefused(key, chain, server, saying: "does not sign")
                }
            }
        }
    }
#endif
