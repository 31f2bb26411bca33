import MerlonCore

/// What stands before the chunks of a sealed file: who can open it, and nothing else.
///
/// | bytes | what |
/// |---|---|
/// | 8 | `89 4D 52 4C 46 0D 0A`, then the version, 1. The first byte is no ASCII and the line end shows a transfer that altered text |
/// | 4 | length of the stanzas, big-endian, at most 65,536 |
/// | … | a CBOR array of `[kind, body]`, one for each recipient |
/// | 56 | salt and commitment of ``ChunkedEncryption`` |
///
/// All of it but the last row goes, with the caller's context, into the derivation of the chunks' keys: to change a byte is to change the key.
package struct SealedFileHeader: Hashable, Sendable {
    package static let magic: [UInt8] = [0x89, 0x4D, 0x52, 0x4C, 0x46, 0x0D, 0x0A, 1]
    static let fixedByteCount = magic.count + 4
    static let maximumStanzasByteCount = 1 << 16
    static let maximumStanzaCount = 64

    /// The ways in which the file gives its key away. Kinds that this version does not know are left out.
    package let stanzas: [FileStanza]
    /// The header as it stands in the file, without salt and commitment.
    package let encoded: [UInt8]

    /// Makes a header. Throws ``CryptoError/Code/invalidArgument`` for no recipients, or too many.
    package init(stanzas: [FileStanza]) throws(CryptoError) {
        let body = CBORValue.array(stanzas.map { .array([.unsigned($0.kind.rawValue), .bytes($0.body)]) }).serialized()
        guard !stanzas.isEmpty, stanzas.count <= Self.maximumStanzaCount, body.count <= Self.maximumStanzasByteCount else {
            throw CryptoError(.invalidArgument, "A file is sealed for 1 to \(Self.maximumStanzaCount) recipients.")
        }
        self.stanzas = stanzas
        encoded = Self.magic + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: body.count >> $0) } + body
    }

    /// The length of the whole header, from its first ``fixedByteCount`` bytes.
    ///
    /// Throws ``CryptoError/Code/malformed`` for what is no sealed file, which the file's name and size tell anyone, so it need not be hidden.
    package static func byteCount(from start: [UInt8]) throws(CryptoError) -> Int {
        guard start.count == fixedByteCount, start.starts(with: magic) else { throw CryptoError(.malformed, "This is not a sealed file.") }
        let count = start[magic.count...].reduce(0) { $0 << 8 | Int($1) }
        guard count <= maximumStanzasByteCount else { throw CryptoError(.limitExceeded, "The header of the sealed file is too long.") }
        return fixedByteCount + count
    }

    /// Reads a whole header.
    package init(parsing encoded: [UInt8]) throws(CryptoError) {
        guard try Self.byteCount(from: Array(encoded.prefix(Self.fixedByteCount))) == encoded.count else {
            throw CryptoError(.malformed, "The header of the sealed file is cut.")
        }
        let limits = CBORLimits(byteCount: Self.maximumStanzasByteCount, depth: 2, itemCount: 1 + 3 * Self.maximumStanzaCount)
        let list = try translatingCoreErrors { () throws(CoreError) in
            try CBORValue(parsing: Array(encoded[Self.fixedByteCount...]), limits: limits)
        }
        var stanzas: [FileStanza] = []
        for item in list.array ?? [] {
            guard let pair = item.array, pair.count == 2, case .unsigned(let kind) = pair[0], let body = pair[1].bytes else {
                throw CryptoError(.malformed, "The header of the sealed file is malformed.")
            }
            if let kind = FileStanza.Kind(rawValue: kind) { stanzas.append(FileStanza(kind, body)) }
        }
        guard list.array?.isEmpty == false else { throw CryptoError(.malformed, "A sealed file without recipients.") }
        self.stanzas = stanzas
        self.encoded = encoded
    }

    /// The context of the file's chunks.
    func chunkContext(_ context: SealingContext) -> [UInt8] {
        SealingContext(parts: [Array("merlon.file".utf8), encoded, context.encoded]).encoded
    }

    /// The file's key, by the first stanza that is for the identity.
    ///
    /// Throws ``CryptoError/Code/authenticationFailed`` when none is. Only stanzas that `mayServe` accepts are tried.
    func fileKey(
        with identity: FileIdentity, where mayServe: (FileStanza) -> Bool = { _ in true }
    ) throws(CryptoError) -> SecretBytes {
        for stanza in stanzas where mayServe(stanza) {
            if let key = try identity.unwrap(stanza) { return key }
        }
        throw .authenticationFailed
    }
}
