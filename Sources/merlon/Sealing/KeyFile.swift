import MerlonCommandLine
import MerlonCore
import MerlonCrypto

/// A file of keys: text, one key of ``KeyText`` a line, `#` before a remark. The first sealing key seals, all keys open.
struct KeyFile {
    /// The most bytes of such a file.
    static let maximumByteCount = 64 << 10

    /// The sealing keys, if there are any.
    let keys: KeySet?
    private let identities: [AgreementPrivateKey]

    /// Reads a file, or standard input for `-`.
    init(reading path: String) throws {
        let name = path == SecretInput.standardInput ? "standard input" : "'\(path)'"
        let hint = "'merlon keygen' makes one"
        let text = try SecretInput.read(path, limit: Self.maximumByteCount)
        var keys: [SealingKey] = []
        var identities: [AgreementPrivateKey] = []
        for line in try Self.lines(of: text) {
            guard let prefix = [KeyText.sealingKey, KeyText.identity].first(where: { line.starts(with: Array($0.utf8)) }) else {
                throw CommandLineError(.unreadable, "\(name) is not a key file", hint: hint)
            }
            do {
                let body = try KeyText.decode(prefix, try line.extracting(prefix.utf8.count..<line.count))
                if prefix == KeyText.sealingKey {
                    keys.append(try KeyText.sealingKey(body))
                } else {
                    identities.append(try KeyText.privateKey(body))
                }
            } catch { throw CommandLineError(.unreadable, "\(name) has a key that is mistyped or cut") }
        }
        guard !keys.isEmpty || !identities.isEmpty else { throw CommandLineError(.unreadable, "\(name) holds no key", hint: hint) }
        self.identities = identities
        var set = keys.last.map { KeySet(primary: $0) }
        for key in keys.dropLast().reversed() { try set?.rotate(to: key) }
        self.keys = set
    }

    /// Opens with whichever key of the file serves.
    var identity: FileIdentity {
        let all = (keys.map { [FileIdentity.keys($0)] } ?? []) + identities.map { FileIdentity.privateKey($0) }
        return FileIdentity { (stanza) throws(CryptoError) in
            for identity in all {
                if let key = try identity.unwrap(stanza) { return key }
            }
            return nil
        }
    }

    /// The lines that are neither empty nor remarks.
    private static func lines(of text: SecretBytes) throws(CoreError) -> [SecretBytes] {
        var ranges: [Range<Int>] = []
        unsafe text.withUnsafeBytes { bytes in
            var start = 0
            for index in 0...bytes.count where unsafe index == bytes.count || bytes[index] == 0x0A {
                var end = index
                while unsafe end > start && [0x20, 0x0D].contains(bytes[end - 1]) { end -= 1 }
                if unsafe end > start && bytes[start] != UInt8(ascii: "#") { ranges.append(start..<end) }
                start = index + 1
            }
        }
        var lines: [SecretBytes] = []
        for range in ranges { lines.append(try text.extracting(range)) }
        return lines
    }
}

extension SecretBytes {
    fileprivate func starts(with prefix: [UInt8]) -> Bool { unsafe withUnsafeBytes { unsafe $0.starts(with: prefix) } }
}
