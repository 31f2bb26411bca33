/// The embedded code signature as it stands. Nothing of it is verified here.
public struct CodeSignature: Sendable {
    /// A part of the signature.
    public struct Blob: Sendable {
        /// The special slot that it fills: 0 code directory, 2 requirements, 5 and 7 entitlements, 0x1000 … more code directories,
        /// 0x10000 CMS.
        public let slot: UInt32
        /// `0xFADE0C02` …
        public let magic: UInt32
        /// With its eight bytes of magic and length: what slots hash.
        public let bytes: ByteView
        /// Without them.
        public var content: ByteView { bytes.suffix(from: 8) }
    }

    /// In the order of the index.
    public internal(set) var blobs: [Blob] = []
    /// The primary one first, then the alternates, in the order of their slots.
    public internal(set) var codeDirectories: [CodeDirectory] = []
    /// Parts that could not be read. The others are there all the same.
    public internal(set) var problems: [MachOError] = []

    /// The XML property list of the entitlements.
    public var entitlementsXML: ByteView? { content(slot: 5, magic: 0xFADE_7171) }
    /// The entitlements in DER.
    public var entitlementsDER: ByteView? { content(slot: 7, magic: 0xFADE_7172) }
    /// The requirement set, as a whole blob.
    public var requirements: ByteView? { blobs.first { $0.slot == 2 && $0.magic == 0xFADE_0C01 }?.bytes }
    /// The CMS signed data; `nil` without one, empty for an ad-hoc signature that leaves room for it.
    public var cms: ByteView? { content(slot: 0x10000, magic: 0xFADE_0B01) }

    /// An index with more entries is refused; real ones have a dozen.
    static let maximumBlobs = 256

    private func content(slot: UInt32, magic: UInt32) -> ByteView? { blobs.first { $0.slot == slot && $0.magic == magic }?.content }

    /// Reads the super blob at the start of `bytes`.
    public init(_ bytes: ByteView) throws(MachOError) {
        var reader = ByteReader(bytes, .big)
        let magic: UInt32 = try reader.read()
        guard magic == 0xFADE_0CC0 || magic == 0xFADE_0CC1 else {
            throw MachOError(.malformed, "code signature has another magic number", offset: bytes.position(0))
        }
        let length: UInt32 = try reader.read()
        guard length >= 12 else { throw MachOError(.malformed, "code signature is shorter than its header", offset: bytes.position(4)) }
        let whole = try bytes.slice(0, UInt64(length), "code signature")
        let count: UInt32 = try reader.read()
        guard count <= Self.maximumBlobs else {
            throw MachOError(.limitExceeded, "code signature with more than \(Self.maximumBlobs) parts", offset: bytes.position(8))
        }
        for index in 0..<UInt64(count) {
            let entry = 12 + index * 8
            let slot = try whole.load(UInt32.self, at: entry, .big, "code signature index")
            let offset = try whole.load(UInt32.self, at: entry + 4, .big, "code signature index")
            do throws(MachOError) { try read(slot, whole.suffix(from: UInt64(offset))) } catch { problems.append(error) }
        }
        codeDirectories.sort { $0.slot < $1.slot }
    }

    private mutating func read(_ slot: UInt32, _ bytes: ByteView) throws(MachOError) {
        let magic = try bytes.load(UInt32.self, at: 0, .big, "part of the code signature")
        let length = try bytes.load(UInt32.self, at: 4, .big, "part of the code signature")
        guard length >= 8 else {
            throw MachOError(.malformed, "part of the code signature is shorter than its header", offset: bytes.position(4))
        }
        let blob = try bytes.slice(0, UInt64(length), "part of the code signature")
        blobs.append(Blob(slot: slot, magic: magic, bytes: blob))
        if magic == 0xFADE_0C02 { codeDirectories.append(try CodeDirectory(slot: slot, blob)) }
    }
}

extension MachOImage {
    /// The embedded code signature; `nil` without one.
    public func codeSignature() throws(MachOError) -> CodeSignature? {
        guard let range = commands.codeSignature else { return nil }
        return try CodeSignature(try bytes(in: range, "code signature"))
    }
}
