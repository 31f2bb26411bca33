/// Private keys and key stores among the app's files.
struct KeyFileRule: Rule {
    let metadata = RuleMetadata(
        id: "crypto-key-file",
        title: "A private key among the app's files",
        area: .crypto,
        controls: ["MASVS-CRYPTO-2"],
        tests: ["MASTG-TEST-0214"],
        weaknesses: ["MASWE-0014"],
        cwe: [321, 798],
        severity: .high,
        rationale: """
            An app's package is a folder that anybody can unpack. A private key in it is public, and a password that protects it stands \
            in the code beside it.
            """,
        fix: Fix(
            "Make keys on the device, in the Secure Enclave where it can hold them; have the server certify the public part.",
            api: "MerlonCrypto.KeySet"),
        examples: [
            .bad("a key in PEM", .example(hasCode: false, files: [file("server.key", pem(label: "RSA PRIVATE KEY"))])),
            .bad(
                "a key store",
                .example(
                    hasCode: false,
                    files: [file("client.p12", [0x30, 0x82, 0x09, 0xB1, 0x02, 0x01, 0x03, 0x30] + [UInt8](repeating: 7, count: 2481))])),
            .bad(
                "a key in DER under another name",
                .example(
                    hasCode: false,
                    files: [
                        file("blob.dat", [0x30, 0x82, 0x02, 0x5B, 0x02, 0x01, 0x00, 0x02, 0x81, 0x81] + [UInt8](repeating: 7, count: 597))
                    ])),
            .bad(
                "a key inside a configuration file",
                .example(
                    hasCode: false, files: [file("config.json", Array("{\"key\": \"".utf8) + pem(label: "PRIVATE KEY") + Array("\"}".utf8))]
                )),
            .bad("an encrypted key", .example(hasCode: false, files: [file("key.pem", pem(label: "ENCRYPTED PRIVATE KEY"))])),
            .good(
                "certificates",
                .example(
                    hasCode: false,
                    files: [
                        file("ca.pem", pem(label: "CERTIFICATE")),
                        file("ca.cer", [0x30, 0x82, 0x03, 0x9F, 0x30, 0x82, 0x02, 0x87] + [UInt8](repeating: 7, count: 923)),
                    ])),
            .good("a public key", .example(hasCode: false, files: [file("server.pem", pem(label: "PUBLIC KEY"))])),
            .good(
                "a presentation is no key",
                .example(hasCode: false, files: [file("slides.key", Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 60))])),
            RuleExample("a lone binary", expects: .notApplicable, .example(.binary)),
        ])

    private static func file(_ name: String, _ content: [UInt8]) -> BundleFile {
        BundleFile(path: "Payload/Example.app/" + name, size: UInt64(content.count), head: Array(content.prefix(64)), content: content)
    }
    private static func pem(label: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let body = (0..<320).map { (index: Int) -> UInt8 in alphabet[(index * 167 + index / 3 * 31 + 12) % 64] }
        return Array("-----BEGIN \(label)-----\n".utf8) + body + Array("\n-----END \(label)-----\n".utf8)
    }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard !artifact.files.isEmpty else { return .notApplicable(because: "it holds no files") }
        var plain: [Evidence] = []
        var locked: [Evidence] = []
        for file in artifact.files {
            guard let (detail, isEncrypted) = Self.key(in: file) else { continue }
            let evidence = Evidence(file: file.path, line: file.content.flatMap { Self.line(of: "PRIVATE KEY", in: $0) }, detail: detail)
            if isEncrypted { locked.append(evidence) } else { plain.append(evidence) }
        }
        var findings: [Finding] = []
        if !plain.isEmpty {
            findings.append(finding("The app's files hold a private key.", at: artifact, plain.capped, confidence: .certain))
        }
        if !locked.isEmpty {
            let message = "The app's files hold a private key under a password, which the app must hold too."
            findings.append(finding(message, at: artifact, locked.capped, severity: .medium))
        }
        return .findings(findings, orPassExamining: "the formats of \(artifact.files.count) files")
    }

    /// What key the file holds, if any, and whether it is encrypted.
    private static func key(in file: BundleFile) -> (detail: String, isEncrypted: Bool)? {
        let start = Array((file.content ?? file.head).prefix(64))
        if let encoding = PrivateKeyEncoding(start, size: Int(clamping: file.size)) {
            return (encoding.rawValue, encoding == .pkcs12 || encoding == .encryptedPKCS8)
        }
        // Java key stores: their magic numbers, and BouncyCastle's by its name.
        if start.starts(with: [0xFE, 0xED, 0xFE, 0xED]), file.pathExtension == "jks" { return ("Java key store", true) }
        if ["bks", "keystore"].contains(file.pathExtension) { return ("key store (\(file.pathExtension))", true) }
        guard let content = file.content else { return nil }
        guard let match = SecretDetector.shared.matches(in: content).first(where: { $0.reach == .privateKey }) else { return nil }
        let isEncrypted = String(decoding: content[match.range].prefix(120), as: UTF8.self).contains("ENCRYPTED")
        return ("\(match.name): \(match.masked)", isEncrypted)
    }

    private static func line(of text: String, in content: [UInt8]) -> Int? {
        var line = 1
        let wanted = Array(text.utf8)
        for (index, byte) in content.enumerated() {
            if byte == 0x0A { line += 1 }
            if byte == wanted[0], content[index...].starts(with: wanted) { return line }
        }
        return nil
    }
}
