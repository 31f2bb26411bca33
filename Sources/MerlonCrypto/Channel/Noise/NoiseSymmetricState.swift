import MerlonCore

/// The chaining key and the hash of everything that was said so far (Noise, 5.2), with SHA-256.
struct NoiseSymmetricState: Sendable {
    private let cipher: AEAD
    private var chainingKey: SecretBytes
    private(set) var hash: [UInt8]
    private var state: NoiseCipherState?

    init(protocolName: String, cipher: AEAD) throws(CryptoError) {
        let name = Array(protocolName.utf8)
        hash = name.count > 32 ? HashAlgorithm.sha256.digest(of: name) : name + [UInt8](repeating: 0, count: 32 - name.count)
        chainingKey = try Self.secret(hash)
        self.cipher = cipher
    }

    mutating func mixHash(_ data: some Collection<UInt8>) { hash = HashAlgorithm.sha256.digest(of: hash + data) }

    mutating func mixKey(_ input: SecretBytes) throws(CryptoError) {
        let keys = try derive(input, count: 2)
        chainingKey = keys[0]
        state = NoiseCipherState(cipher, key: keys[1])
    }

    /// MixKey of what is not secret: an ephemeral public key, in handshakes with a pre-shared key (Noise, 9.2).
    mutating func mixKey(open input: [UInt8]) throws(CryptoError) { try mixKey(try Self.secret(input)) }

    mutating func mixKeyAndHash(_ input: SecretBytes) throws(CryptoError) {
        let keys = try derive(input, count: 3)
        chainingKey = keys[0]
        unsafe keys[1].withUnsafeBytes { unsafe mixHash(Array($0)) }
        state = NoiseCipherState(cipher, key: keys[2])
    }

    /// EncryptAndHash: before there is a key, the bytes go as they are.
    mutating func encryptAndHash(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        let hash = self.hash
        let output = unsafe try message.withBytes { (message) throws(CryptoError) -> [UInt8] in
            unsafe try state?.encrypt(message, authenticating: hash) ?? Array(message)
        }
        mixHash(output)
        return output
    }

    mutating func decryptAndHash(_ sealed: [UInt8]) throws(CryptoError) -> [UInt8] {
        let hash = self.hash
        let output = unsafe try sealed.withBytes { (sealed) throws(CryptoError) -> [UInt8] in
            unsafe try state?.decrypt(sealed, authenticating: hash) ?? Array(sealed)
        }
        mixHash(sealed)
        return output
    }

    /// How many bytes longer what is encrypted now becomes.
    var overhead: Int { state == nil ? 0 : AEAD.tagByteCount }

    /// The keys of both directions, the initiator's first.
    func split() throws(CryptoError) -> [NoiseCipherState] {
        try derive(try Self.secret([]), count: 2).map { NoiseCipherState(cipher, key: $0) }
    }

    /// A further key for the purpose `label`, which like those of ``split()`` tells nothing of the others: the chaining key is the salt for
    /// another input.
    func export(_ label: String) throws(CryptoError) -> SecretBytes {
        let key = try HKDF.extract(.sha256, from: try Self.secret(Array(label.utf8)), secretSalt: chainingKey)
        return try HKDF.expand(.sha256, from: key, info: hash, count: 32)
    }

    /// HKDF of the chaining key and an input (Noise, 4.3).
    private func derive(_ input: SecretBytes, count: Int) throws(CryptoError) -> [SecretBytes] {
        let key = try HKDF.extract(.sha256, from: input, secretSalt: chainingKey)
        let output = try HKDF.expand(.sha256, from: key, info: [], count: 32 * count)
        return try translatingCoreErrors { () throws(CoreError) in
            var keys: [SecretBytes] = []
            for index in 0..<count { keys.append(try output.extracting(32 * index..<32 * index + 32)) }
            return keys
        }
    }

    private static func secret(_ bytes: [UInt8]) throws(CryptoError) -> SecretBytes {
        try translatingCoreErrors { () throws(CoreError) in try SecretBytes(copying: bytes) }
    }
}
