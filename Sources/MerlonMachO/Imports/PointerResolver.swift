/// What the pointers in an image's data point at once the dynamic linker is done.
///
/// In a file with chained fixups a pointer holds its own fixup; in older files an unslid address, with bindings listed elsewhere; in memory
/// the final address.
public struct PointerResolver: Sendable {
    /// What a pointer points at.
    public enum Target: Hashable, Sendable {
        case null
        /// An address in the image, unslid.
        case address(UInt64)
        /// An import, by its index in the import table.
        case symbol(Int)
    }

    let image: MachOImage
    /// The imports that ``Target/symbol(_:)`` refers to.
    public let imports: ImportTable
    private let chains: [ChainedFixups.SegmentChains]
    private let slide: UInt64
    private let addressMask: UInt64

    /// Makes one. `imports` are those of the same image.
    /// - Parameter addressMask: Which bits of a pointer are its address; above them stand signatures and tags. In memory that depends on the system
    ///   (39 bits on iOS, 47 on macOS); files have no wider addresses than 47 bits.
    public init(_ image: MachOImage, imports: ImportTable, addressMask: UInt64 = 0x7FFF_FFFF_FFFF) {
        self.image = image
        self.addressMask = addressMask
        self.imports = imports
        switch image.layout {
        case .file:
            slide = 0
            let range = image.commands.chainedFixups
            chains = range.flatMap { try? ChainedFixups(image, $0).chains } ?? []
        case .memory(let loadAddress):
            slide = loadAddress &- image.baseAddress
            chains = []
        }
    }

    /// What the pointer at `address` points at; `nil` when the file has no bytes there.
    public func target(at address: UInt64) -> Target? {
        if let binding = imports.binding(at: address) { return .symbol(binding.symbol) }
        guard let bytes = image.bytes(at: address) else { return nil }
        let order = image.header.byteOrder
        guard image.pointerSize == 8 else {
            guard let raw = try? bytes.load(UInt32.self, at: 0, order) else { return nil }
            return resolve(UInt64(raw), at: address)
        }
        guard let raw = try? bytes.load(UInt64.self, at: 0, order) else { return nil }
        return resolve(raw, at: address)
    }

    /// The address that the pointer at `address` holds; `nil` for null and for imports.
    public func address(at address: UInt64) -> UInt64? {
        if case .address(let value) = target(at: address) { return value }
        return nil
    }

    private func resolve(_ raw: UInt64, at address: UInt64) -> Target {
        if raw == 0 { return .null }
        guard let chain = chains.first(where: { $0.segment.contains(address) }) else {
            return .address((raw & addressMask) &- slide)
        }
        let pointer = chain.format.decode(raw, baseAddress: image.baseAddress, maximumPointer: chain.maximumPointer)
        switch pointer.target {
        case .address(let value): return .address(value & addressMask)
        case .symbol(let ordinal, _): return ordinal < imports.symbols.count ? .symbol(ordinal) : .null
        }
    }
}
