/// Finds tables of methods by descriptors (Swift's ABI: `TargetClassDescriptor`, `TargetProtocolConformanceDescriptor` in Metadata.h).
struct SwiftTableReader {
    let image: MachOImage
    let resolver: PointerResolver
    var budget: WorkBudget

    /// No class has more methods, no protocol more requirements.
    private static let maximumEntries: UInt32 = 1 << 14
    private static let maximumName = 4096

    mutating func read() -> [SwiftTableEntry] {
        guard image.pointerSize == 8 else { return [] }
        var entries: [SwiftTableEntry] = []
        for section in image.sections where section.name == "__objc_classlist" {
            for index in 0..<section.size / 8 {
                guard budget.spend(64) else { return entries }
                guard let type = resolver.address(at: section.address &+ index * 8) else { continue }
                readClass(type, into: &entries)
            }
        }
        for section in image.sections where section.name == "__swift5_proto" {
            for index in 0..<section.size / 4 {
                guard budget.spend(64) else { return entries }
                guard let conformance = relative(section.address &+ index * 4) else { continue }
                readConformance(conformance, into: &entries)
            }
        }
        return entries
    }

    private func word(_ address: UInt64) -> UInt32? {
        image.bytes(at: address).flatMap { try? $0.load(UInt32.self, at: 0, image.header.byteOrder) }
    }

    private func relative(_ address: UInt64) -> UInt64? {
        guard let raw = word(address), raw != 0 else { return nil }
        return address &+ UInt64(bitPattern: Int64(Int32(bitPattern: raw)))
    }

    /// A relative pointer whose lowest bit says that there is a pointer on the way.
    private func indirectable(_ address: UInt64) -> UInt64? {
        guard let target = relative(address) else { return nil }
        return target & 1 == 0 ? target : resolver.address(at: target & ~1)
    }

    /// The name in a descriptor, with its module's when that is next around it.
    private func name(_ descriptor: UInt64) -> String {
        guard let own = relative(descriptor &+ 8).flatMap({ image.bytes(at: $0)?.cString(at: 0, limit: Self.maximumName)?.string }) else {
            return "?"
        }
        guard let parent = indirectable(descriptor &+ 4), let flags = word(parent), flags & 0x1F == 0,
            let module = relative(parent &+ 8).flatMap({ image.bytes(at: $0)?.cString(at: 0, limit: Self.maximumName)?.string })
        else { return own }
        return "\(module).\(own)"
    }

    private mutating func readClass(_ type: UInt64, into entries: inout [SwiftTableEntry]) {
        // The lowest bits of the pointer to the Objective-C data say that the class is Swift's.
        guard let data = resolver.address(at: type &+ 32), data & 3 != 0, let descriptor = resolver.address(at: type &+ 64),
            let flags = word(descriptor), flags & 0x1F == 16
        else { return }
        // Generic classes have their tables made at run time; with a resilient ancestor the table's place is known at run time alone.
        guard flags & 0x80 == 0, flags & 0x2000_0000 == 0 else { return }
        let first = entries.count
        let name = name(descriptor)
        if flags & 0x8000_0000 != 0 { readMethods(descriptor, flags, type, name, into: &entries) }
        if case .file = image.layout { readMetadata(type, name, besides: Set(entries[first...].map(\.address)), into: &entries) }
    }

    private mutating func readMethods(
        _ descriptor: UInt64, _ flags: UInt32, _ type: UInt64, _ name: String, into entries: inout [SwiftTableEntry]
    ) {
        var header = descriptor &+ 44
        switch flags >> 16 & 3 {
        case 1: header &+= 12
        case 2: header &+= 4
        case 3: return
        default: break
        }
        guard let offset = word(header), let count = word(header &+ 4), count <= Self.maximumEntries, offset <= Self.maximumEntries else {
            return
        }
        for index in 0..<UInt64(count) {
            guard budget.spend(64 + name.utf8.count) else { return }
            entries.append(
                SwiftTableEntry(
                    table: .class, type: name, index: Int(index), address: type &+ (UInt64(offset) + index) * 8,
                    implementation: relative(header &+ 8 &+ index * 8 &+ 4)))
        }
    }

    /// All words of a class that lead to code of the image, or to another image's (`TargetClassMetadata`: of 64 bits, a size and where in it the class's
    /// address is, at 56 and 60; the destructor before the address; from 72 on what calls go through).
    private mutating func readMetadata(_ type: UInt64, _ name: String, besides known: Set<UInt64>, into entries: inout [SwiftTableEntry]) {
        guard let size = word(type &+ 56), let place = word(type &+ 60), place >= 16, size > place, size <= Self.maximumEntries * 8 else {
            return
        }
        for index in [-2] + Array(9..<max(Int(size - place) / 8, 9)) {
            guard budget.spend(64) else { return }
            let address = type &+ UInt64(bitPattern: Int64(index * 8))
            guard !known.contains(address), isCode(resolver.target(at: address)) else { continue }
            entries.append(SwiftTableEntry(table: .metadata, type: name, index: index, address: address, implementation: nil))
        }
    }

    private func isCode(_ target: PointerResolver.Target?) -> Bool {
        switch target {
        case .symbol: true
        // Numbers among the words lead to where numbers lead, which is the header.
        case .address(let address): image.sections.contains { $0.contains(address) && isExecutable($0) }
        case .null, nil: false
        }
    }

    private func isExecutable(_ section: Section) -> Bool {
        image.segments.contains { $0.initialProtection & 4 != 0 && $0.contains(section.address) }
    }

    /// A witness table begins with a pointer to its conformance, then has a pointer a requirement.
    private mutating func readConformance(_ conformance: UInt64, into entries: inout [SwiftTableEntry]) {
        guard let table = relative(conformance &+ 8), let flags = word(conformance &+ 12) else { return }
        // By descriptor, straight or by a pointer; types of Objective-C have none.
        let type: String
        switch flags >> 3 & 7 {
        case 0: type = relative(conformance &+ 4).map { name($0) } ?? "?"
        case 1: type = relative(conformance &+ 4).flatMap { resolver.address(at: $0) }.map { name($0) } ?? "?"
        default: type = "?"
        }
        let requirements = indirectable(conformance).flatMap { word($0 &+ 16) }.flatMap { $0 <= Self.maximumEntries ? UInt64($0) : nil }
        let code = image.segments.filter { $0.initialProtection & 4 != 0 }
        for index in 0..<(requirements ?? UInt64(Self.maximumEntries)) {
            guard budget.spend(64 + type.utf8.count) else { return }
            let slot = table &+ 8 &+ index * 8
            // Without the protocol's own descriptor, which another image has, the table ends where code ends.
            if requirements == nil {
                guard let target = resolver.address(at: slot), code.contains(where: { $0.contains(target) }) else { return }
            }
            entries.append(
                SwiftTableEntry(table: .witness, type: type, index: Int(index), address: slot, implementation: nil))
        }
    }
}
