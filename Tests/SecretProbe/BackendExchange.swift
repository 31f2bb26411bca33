import Foundation
import MerlonCore
import MerlonCrypto

/// What one build of the package writes and another reads: the backend of Linux, and that of Apple systems on the stand-ins.
struct BackendExchange {
    /// Whose library does the work in this build: that of Apple systems where it can be imported, as in the backend itself.
    static let backend = cryptographicLibrary

    let folder: URL
    private let contents = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 5) }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    private func secret(_ seed: UInt8) throws -> SecretBytes { try SecretBytes(copying: (0..<32).map { $0 ^ seed }) }
    private func key(_ algorithm: SealingAlgorithm) throws -> SealingKey {
        try SealingKey(material: secret(algorithm.rawValue), id: KeyID(rawValue: UInt32(algorithm.rawValue)), algorithm: algorithm)
    }
    private func pair(_ curve: AgreementCurve) throws -> AgreementPrivateKey { try AgreementPrivateKey(curve, material: secret(0x55)) }
    private func write(_ bytes: [UInt8], _ name: String) throws { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
    private func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appendingPathComponent(name))) }

    /// Seals and signs with all that both backends have.
    func write() throws {
        for algorithm in SealingAlgorithm.allCases {
            let key = try key(algorithm)
            for count in [0, 100, 5000] {
                try write(try key.seal(Array(contents.prefix(count)), context: "exchange"), "message-\(algorithm.rawValue)-\(count)")
            }
            var set = KeySet(primary: key)
            try set.rotate()
            try write(try set.sealed(by: SealingKey(material: secret(0xAA), id: KeyID(rawValue: 9))), "set-\(algorithm.rawValue)")
        }
        try write(contents, "plain")
        var recipients: [FileRecipient] = [.password(try Password("p"), cost: .pbkdf2SHA256(iterations: 600_000))]
        for algorithm in SealingAlgorithm.allCases { recipients.append(.key(try key(algorithm))) }
        for curve in AgreementCurve.allCases { recipients.append(.publicKey(try pair(curve).publicKey)) }
        try SealedFile.seal(path("plain"), to: path("sealed"), for: recipients, context: "exchange")
        for algorithm in SignatureAlgorithm.allCases where !algorithm.rawValue.hasPrefix("rsa") {
            let key = try SoftwareSigningKey.generate(algorithm)
            try write(key.verifyingKey.subjectPublicKeyInfo, "key-\(algorithm.rawValue)")
            try write(try key.signWithoutContext(contents), "signature-\(algorithm.rawValue)")
        }
        let hash = try PasswordHash(of: Password("p"), cost: .pbkdf2SHA256(iterations: 600_000))
        try write(Array(hash.text.utf8), "hash")
    }

    /// Opens and verifies it all; how many things that were.
    func check() throws -> Int {
        var done = 0
        func expect(_ holds: Bool) throws {
            guard holds else { throw CryptoError(.backendFailure, "Another result than the other backend's.") }
            done += 1
        }
        for algorithm in SealingAlgorithm.allCases {
            let key = try key(algorithm)
            for count in [0, 100, 5000] {
                try expect(
                    try key.open(read("message-\(algorithm.rawValue)-\(count)"), context: "exchange") == Array(contents.prefix(count)))
            }
            let set = try KeySet(
                opening: read("set-\(algorithm.rawValue)"), with: SealingKey(material: secret(0xAA), id: KeyID(rawValue: 9)))
            try expect(set.ids.last == key.id && set.ids.count == 2)
        }
        var identities: [FileIdentity] = [.password(try Password("p"))]
        for algorithm in SealingAlgorithm.allCases { identities.append(.key(try key(algorithm))) }
        for curve in AgreementCurve.allCases { identities.append(.privateKey(try pair(curve))) }
        for identity in identities {
            try SealedFile.open(path("sealed"), to: path("opened"), with: identity, context: "exchange")
            try expect(try read("opened") == contents)
        }
        for algorithm in SignatureAlgorithm.allCases where !algorithm.rawValue.hasPrefix("rsa") {
            let key = try VerifyingKey(subjectPublicKeyInfo: read("key-\(algorithm.rawValue)"), algorithm: algorithm)
            try key.verifyWithoutContext(read("signature-\(algorithm.rawValue)"), of: contents)
            try expect(true)
        }
        try PasswordHash(parsing: String(decoding: read("hash"), as: UTF8.self)).verify(Password("p"))
        try expect(true)
        return done
    }
}
