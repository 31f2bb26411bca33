/// A file that holds Mach-Os: one, a universal file with one an architecture, or a static archive.
public struct MachOFile: Sendable {
    /// What the file is.
    public enum Container: Hashable, Sendable {
        case thin
        /// A universal file with 32-bit offsets.
        case fat
        /// A universal file with 64-bit offsets.
        case fat64
        /// A static library (`ar`), whose members that are no Mach-O are left out.
        case archive
    }

    /// A Mach-O in the file.
    public struct Slice: Sendable {
        /// As the universal header states it, or the Mach-O's own.
        public let architecture: Architecture
        /// Where it stands in the file.
        public let range: FileRange
        /// The file name of the archive member.
        public let memberName: String?
        /// The Mach-O, or why it cannot be read. The other slices are there all the same.
        public let image: Result<MachOImage, MachOError>
    }

    /// What the file is.
    public let container: Container
    /// What it holds, in the order of the container.
    public let slices: [Slice]
    /// Entries of the container that could not be followed.
    public let problems: [MachOError]

    /// What `start`, the first 8 bytes or more of a file, looks like; `nil` when it is none of the formats.
    public static func recognise(_ start: ByteView) -> Container? {
        if start.starts(with: "!<arch>\n") { return .archive }
        guard let magic = try? start.load(UInt32.self, at: 0) else { return nil }
        if MachHeader.kind(magic: magic) != nil { return .thin }
        switch magic.byteSwapped {
        // Java class files have the same magic; there the count's field holds the class version, 45 or more.
        case 0xCAFE_BABE: return (try? start.load(UInt32.self, at: 4, .big)).map { $0 > 0 && $0 < 45 } == true ? .fat : nil
        case 0xCAFE_BABF: return .fat64
        default: return nil
        }
    }

    /// Reads the container, and header and load commands of every slice.
    /// - Throws: ``MachOError`` when it is none of the formats, or a universal header is cut.
    public init(_ bytes: ByteView) throws(MachOError) {
        guard let container = Self.recognise(bytes) else { throw MachOError(.notMachO, "not a Mach-O file", offset: 0) }
        self.container = container
        switch container {
        case .thin:
            let image = try MachOImage(bytes)
            let range = FileRange(offset: 0, size: UInt64(bytes.count))
            slices = [Slice(architecture: image.header.architecture, range: range, memberName: nil, image: .success(image))]
            problems = []
        case .fat, .fat64: (slices, problems) = try FatReader.read(bytes, is64Bit: container == .fat64)
        case .archive: (slices, problems) = try ArchiveReader.read(bytes)
        }
    }

    /// The Mach-Os that could be read.
    public var images: [MachOImage] { slices.compactMap { try? $0.image.get() } }
}
