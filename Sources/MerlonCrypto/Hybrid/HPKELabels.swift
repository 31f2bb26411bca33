import MerlonCore

/// HKDF-SHA256 with HPKE's labels (RFC 9180, 4): what is derived for one suite and one purpose says nothing of another.
struct HPKELabels: Sendable {
    private let prefix: [UInt8]

    /// The labels of a key encapsulation.
    static func kem(_ curve: AgreementCurve) -> HPKELabels { HPKELabels(suite: Array("KEM".utf8) + bytes(curve.kemID)) }

    /// The labels of a whole suite.
    static func suite(_ curve: AgreementCurve, _ cipher: HPKECipher) -> HPKELabels {
        HPKELabels(suite: Array("HPKE".utf8) + bytes(curve.kemID) + bytes(1) + bytes(cipher.rawValue))
    }

    private init(suite: [UInt8]) { prefix = Array("HPKE-v1".utf8) + suite }

    /// LabeledExtract. `salt` is empty unless given.
    func extract(_ label: String, _ input: [SecretBytes], salt: SecretBytes? = nil) throws(CryptoError) -> SecretBytes {
        let labeled = try SecretBytes(joining: prefix + label.utf8, input)
        if let salt { return try HKDF.extract(.sha256, from: labeled, secretSalt: salt) }
        return try HKDF.extract(.sha256, from: labeled, salt: [])
    }

    /// LabeledExtract of what is not secret, and gives nothing secret.
    func extract(_ label: String, open input: [UInt8]) throws(CryptoError) -> [UInt8] {
        let input = try translatingCoreErrors { () throws(CoreError) in try SecretBytes(copying: input) }
        return unsafe try extract(label, [input]).withUnsafeBytes { unsafe Array($0) }
    }

    /// LabeledExpand.
    func expand(_ key: SecretBytes, _ label: String, _ context: [UInt8] = [], count: Int) throws(CryptoError) -> SecretBytes {
        guard let length = UInt16(exactly: count) else { throw CryptoError(.limitExceeded, "HPKE derives at most 8160 bytes.") }
        return try HKDF.expand(.sha256, from: key, info: Self.bytes(length) + prefix + label.utf8 + context, count: count)
    }

    private static func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] }
}

extension AgreementCurve {
    /// The number of the curve's KEM with HKDF-SHA256 (RFC 9180, 7.1).
    var kemID: UInt16 { self == .x25519 ? 0x0020 : 0x0010 }

    /// The curve of a KEM.
    init?(kemID: UInt16) {
        guard let curve = Self.allCases.first(where: { $0.kemID == kemID }) else { return nil }
        self = curve
    }
}
