import MerlonCommandLine
import MerlonCore
import MerlonCrypto

/// A file of sealing keys: text, one key a line, `#` before a remark.
///
/// A key's line is `merlon-key-1:` and, as Base64URL, its algorithm (1 byte), its id (4 bytes, big-endian), the key (32 bytes) and the first four
/// bytes of the SHA-256 of the `merlon-key-1:` text and these 37 bytes, by which a mistyped or cut line is known. The first key seals, all open.
struct KeyFile {
    static let prefix = Array("merlon-key-1:".utf8)
    /// The most bytes of such a file.
    static let maximumByteCount = 64 << 10
    private static let checkByteCount = 4
    private static let bodyByteCount = 1 + 4 + SealingAlgorithm.keyByteCount

    let keys: KeySet

    /// Reads a file, or standard input for `-`.
    init(reading path: String) throws {
        let name = path == SecretInput.standardInput ? "standard input" : "'\(path)'"
        let text = try SecretInput.read(path, limit: Self.maximumByteCount)
        var found: [SealingKey] = []
        for line in try Self.lines(of: text) {
            guard line.starts(with: Self.prefix) else {
                throw CommandLineError(.unreadable, "\(name) is not a key file", hint: Self.hint)
            }
            guard let key = try? Self.key(of: line.extracting(Self.prefix.count..<line.count)) else {
                throw CommandLineError(.unreadable, "\(name) has a key that is mistyped or cut")
            }
            found.append(key)
        }
        guard let last = found.last else { throw CommandLineError(.unreadable, "\(name) holds no key", hint: Self.hint) }
        var keys = KeySet(primary: last)
        for key in found.dropLast().reversed() { try keys.rotate(to: key) }
        self.keys = keys
    }

    private static let hint = "'merlon keygen' makes one"

    /// The text of a file with this one key.
    static func text(of key: SealingKey) throws(CoreError) -> [UInt8] {
        var body: [UInt8] = [key.algorithm.rawValue] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: key.id.rawValue >> $0) }
        defer { wipe(&body) }
        unsafe key.material.withUnsafeBytes { unsafe body += $0 }
        body += check(of: body)
        return Array("# merlon sealing key \(key.id): whoever has this file can open what it sealed\n".utf8) + prefix
            + Base64URL.encode(body).utf8 + [0x0A]
    }

    private static func key(of encoded: SecretBytes) throws -> SealingKey {
        let body = try Base64URL.decodeSecret(encoded)
        guard body.count == bodyByteCount + checkByteCount else { throw CoreError(.malformed, "A key of another length.") }
        return unsafe try body.withUnsafeBytes { bytes in
            let isWhole = unsafe ConstantTime.equal(check(of: bytes[..<bodyByteCount]), bytes[bodyByteCount...])
            guard isWhole, let algorithm = unsafe SealingAlgorithm(rawValue: bytes[0]) else {
                throw CoreError(.malformed, "A key that is mistyped.")
            }
            let id = unsafe bytes[1..<5].reduce(0) { $0 << 8 | UInt32($1) }
            return try SealingKey(material: body.extracting(5..<bodyByteCount), id: KeyID(rawValue: id), algorithm: algorithm)
        }
    }

    private static func check(of body: some Collection<UInt8>) -> [UInt8] {
        var stream = HashStream(.sha256)
        stream.update(prefix)
        stream.update(body)
        return Array(stream.finish().prefix(checkByteCount))
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
