import MerlonMachO

@testable import MerlonRuntime

/// A process that a test lays out: regions of memory, images in them, and the files that they came from.
final class SimulatedProcess: AddressSpace, @unchecked Sendable {  // Used by one test, in one thread.
    @safe private struct Region {
        var start: UInt64
        var end: UInt64
        var bytes: UnsafeMutableRawBufferPointer
    }

    private(set) var images: [ProcessImage] = []
    var files: [String: [UInt8]] = [:]
    private var regions: [Region] = []
    private var next: UInt64 = 0x1_8000_0000
    @safe private struct Arena {
        var bytes: UnsafeMutableRawBufferPointer
        var start: UInt64 { UInt64(UInt(bitPattern: unsafe bytes.baseAddress)) }
        var count: Int { unsafe bytes.count }
    }
    /// Memory that it lies in itself, at the addresses that it has there; `nil` for memory from anywhere, at addresses that nothing has.
    private var arena: Arena?

    init() {}

    /// A process within `arena`, whose addresses are real: what reads memory by itself finds it there. The arena is not given back.
    @unsafe init(arena: UnsafeMutableRawBufferPointer) {
        let arena = unsafe Arena(bytes: arena)
        self.arena = arena
        next = arena.start
    }

    /// As on a system whose addresses are as wide as that.
    var addressMask = AddressMask.widest
    /// What was written and made, and what the next of each is answered.
    private(set) var codeWritten: [UInt64] = []
    var statusOfCode: Int32 = 0

    deinit { if arena == nil { for region in regions { unsafe region.bytes.deallocate() } } }

    /// Memory of zeros, with a gap after it.
    func map(_ count: Int) -> UInt64 {
        let start = next
        next += (UInt64(count) + 0x7FFF) & ~0x3FFF
        let bytes: UnsafeMutableRawBufferPointer
        if let arena {
            let offset = Int(start - arena.start)
            precondition(arena.count >= offset + count, "the arena is full")
            unsafe bytes = UnsafeMutableRawBufferPointer(rebasing: arena.bytes[offset..<offset + count])
        } else {
            unsafe bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        }
        unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
        regions.append(unsafe Region(start: start, end: start + UInt64(count), bytes: bytes))
        return start
    }

    /// Memory that no image owns, with these bytes in it.
    func mapAnonymous(_ content: [UInt8]) -> UInt64 {
        let start = map(max(content.count, 64))
        write(content, at: start)
        return start
    }

    /// All memory that was mapped, in ascending order.
    var ranges: [Range<UInt64>] { regions.map { $0.start..<$0.end } }

    func add(_ path: String, at address: UInt64, _ origin: ImageOrigin) {
        images.append(ProcessImage(path: path, loadAddress: address, origin: origin))
    }

    func write(_ content: [UInt8], at address: UInt64) {
        guard let index = region(address, content.count) else { preconditionFailure("no memory at \(address)") }
        let offset = Int(address - regions[index].start)
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: regions[index].bytes[offset..<offset + content.count])
        unsafe target.copyBytes(from: content)
    }

    func write(pointer: UInt64, at address: UInt64) { write(littleEndian(pointer), at: address) }

    func bytes(at address: UInt64, count: Int) -> ByteView? {
        guard let index = region(address, count) else { return nil }
        let offset = Int(address - regions[index].start)
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: regions[index].bytes[offset..<offset + count])
        return ByteView(unsafe ByteStorage(unsafeBytes: bytes))
    }

    /// Addresses at which writing is refused.
    var refused: Set<UInt64> = []

    func setPointer(at address: UInt64, from current: UInt64, to value: UInt64) -> Int32 {
        guard !refused.contains(address), let old = try? bytes(at: address, count: 8)?.load(UInt64.self, at: 0) else { return 13 }
        guard old == current else { return 11 }
        write(pointer: value, at: address)
        return 0
    }

    func setCode(at address: UInt64, from current: [UInt8], to value: [UInt8]) -> Int32 {
        guard statusOfCode == 0 else { return statusOfCode }
        guard bytes(at: address, count: current.count)?.array == current else { return 11 }
        write(value, at: address)
        codeWritten.append(address)
        return 0
    }

    func makeCode(_ code: [UInt8]) -> (address: UInt64, status: Int32) {
        statusOfCode == 0 ? (mapAnonymous(code), 0) : (0, statusOfCode)
    }

    func file(of image: ProcessImage) -> ByteView? { files[image.path].map { ByteView(copying: $0) } }

    private func region(_ address: UInt64, _ count: Int) -> Int? {
        guard count >= 0 else { return nil }
        return regions.firstIndex { $0.start <= address && address < $0.end && UInt64(count) <= $0.end - address }
    }
}

/// The bytes of an integer, the lowest first.
func littleEndian<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    (0..<MemoryLayout<T>.size).map { UInt8(truncatingIfNeeded: value >> T($0 * 8)) }
}
