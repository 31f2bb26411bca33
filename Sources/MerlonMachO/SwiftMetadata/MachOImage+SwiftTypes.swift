extension MachOImage {
    /// The Swift types whose descriptors are listed in `__swift5_types` and `__swift5_protos`. Entries that cannot be read are left out.
    public func swiftTypes(_ resolver: PointerResolver) -> [SwiftType] {
        var reader = SwiftTypeReader(image: self, resolver: resolver, budget: WorkBudget(image: self))
        return reader.read()
    }
}

/// Walks context descriptors (Swift's ABI: `TargetContextDescriptor` in Metadata.h, stable since Swift 5).
private struct SwiftTypeReader {
    let image: MachOImage
    let resolver: PointerResolver
    var budget: WorkBudget
    var known: [UInt64: String] = [:]

    private static let maximumNameSize = 4096
    /// Types do not nest deeper in code that people write.
    private static let maximumDepth = 32

    mutating func read() -> [SwiftType] {
        var result: [SwiftType] = []
        for section in image.sections where ["__swift5_types", "__swift5_types2", "__swift5_protos"].contains(section.name) {
            guard let bytes = try? image.bytes(of: section) else { continue }
            for index in 0..<UInt64(bytes.count) / 4 {
                guard budget.spend(64) else { return result }
                guard let address = relative(section.address &+ index * 4), let flags = word(address), let kind = Self.kind(flags),
                    let name = contextName(address, depth: 0)
                else { continue }
                result.append(SwiftType(address: address, kind: kind, name: name))
            }
        }
        return result
    }

    private static func kind(_ flags: UInt32) -> SwiftType.Kind? {
        switch flags & 0x1F {
        case 3: .protocol
        case 16: .class
        case 17: .structure
        case 18: .enumeration
        default: nil
        }
    }

    private func word(_ address: UInt64) -> UInt32? {
        image.bytes(at: address).flatMap { try? $0.load(UInt32.self, at: 0, image.header.byteOrder) }
    }

    /// What the relative pointer at `address` leads to; its lowest bit says that there is another pointer on the way.
    private func relative(_ address: UInt64) -> UInt64? {
        guard let raw = word(address), raw != 0 else { return nil }
        let target = address &+ UInt64(bitPattern: Int64(Int32(bitPattern: raw & ~1)))
        return raw & 1 == 0 ? target : resolver.address(at: target)
    }

    private mutating func contextName(_ address: UInt64, depth: Int) -> String? {
        if let name = known[address] { return name }
        guard depth < Self.maximumDepth, let flags = word(address) else { return nil }
        let kind = flags & 0x1F
        let parent = relative(address &+ 4).flatMap { contextName($0, depth: depth + 1) }
        let own: String?
        switch kind {
        case 0, 3, 16, 17, 18:
            own = relative(address &+ 8).flatMap { image.bytes(at: $0)?.cString(at: 0, limit: Self.maximumNameSize)?.string }
            if own == nil { return nil }
        default: own = nil  // extensions and anonymous contexts have no name of their own
        }
        let parts = [parent, own].compactMap { $0 }.filter { !$0.isEmpty }
        let name = parts.joined(separator: ".")
        guard budget.spend(name.utf8.count + 32) else { return nil }
        known[address] = name
        return name
    }
}
