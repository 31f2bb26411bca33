import MerlonCrypto
public import MerlonMachO

/// SHA-256 of a stretch of code or constants, as a whole and page by page.
public struct CodeDigest: Hashable, Sendable {
    /// `__TEXT,__text`; for ELF `segment 2`, counted from 0 among the program headers.
    public var name: String
    /// In bytes.
    public var size: UInt64
    /// Of all of it.
    public var digest: [UInt8]
    /// Of each ``pageSize`` bytes from its start, one after the other; the last may be of fewer. 32 bytes each.
    public var pages: [UInt8]

    /// Bytes of a page: those of the hardware of iOS.
    public static let pageSize = 16_384
    static let digestSize = 32

    /// How many pages there are.
    public var pageCount: Int { pages.count / Self.digestSize }

    /// Makes one from its parts.
    public init(name: String, size: UInt64, digest: [UInt8], pages: [UInt8]) {
        self.name = name
        self.size = size
        self.digest = digest
        self.pages = pages
    }

    /// Digests bytes.
    public init(name: String, of bytes: ByteView) {
        var whole = HashStream(.sha256)
        var pages: [UInt8] = []
        unsafe Self.forEachPage(of: bytes) { page in
            unsafe whole.update(page)
            pages += unsafe HashAlgorithm.sha256.digest(of: page)
        }
        self.init(name: name, size: UInt64(bytes.count), digest: whole.finish(), pages: pages)
    }

    /// The pages whose bytes are others; all of them when the length is another.
    func changedPages(in bytes: ByteView) -> [Int] {
        guard UInt64(bytes.count) == size else { return Array(0..<max(pageCount, 1)) }
        var changed: [Int] = []
        var index = 0
        unsafe Self.forEachPage(of: bytes) { page in
            let digest = unsafe HashAlgorithm.sha256.digest(of: page)
            let expected = pages.dropFirst(index * Self.digestSize).prefix(Self.digestSize)
            if !expected.elementsEqual(digest) { changed.append(index) }
            index += 1
        }
        return changed
    }

    private static func forEachPage(of bytes: ByteView, _ body: (UnsafeRawBufferPointer) -> Void) {
        unsafe bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let end = min(offset + pageSize, bytes.count)
                unsafe body(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
                offset = end
            }
        }
    }
}
