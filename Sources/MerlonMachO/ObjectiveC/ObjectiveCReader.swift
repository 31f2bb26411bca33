/// Walks the runtime's structures: `class_t`, `class_ro_t`, `category_t`, `protocol_t` of the open-source objc4.
struct ObjectiveCReader {
    let image: MachOImage
    let resolver: PointerResolver
    private var budget: WorkBudget
    private var texts: [UInt64: String] = [:]
    private var isTruncated = false

    /// Selectors of generated code reach some hundred bytes.
    private static let maximumNameSize = 4096
    /// The runtime's own lists are smaller by a factor of a hundred.
    private static let maximumListCount: UInt64 = 1 << 16

    init(_ image: MachOImage, _ resolver: PointerResolver) {
        self.image = image
        self.resolver = resolver
        budget = WorkBudget(image: image)
    }

    private var word: UInt64 { UInt64(image.pointerSize) }

    mutating func read() -> ObjectiveCMetadata {
        var result = ObjectiveCMetadata()
        forEachPointer(inSections: "__objc_selrefs") { reader, slot in
            guard let target = reader.resolver.address(at: slot), let name = reader.text(at: target) else { return }
            result.selectorReferences.append(ObjectiveCReference(address: slot, name: name))
        }
        for section in ["__objc_classrefs", "__objc_superrefs"] {
            forEachPointer(inSections: section) { reader, slot in
                guard let name = reader.className(pointedAtFrom: slot) else { return }
                result.classReferences.append(ObjectiveCReference(address: slot, name: name))
            }
        }
        forEachPointer(inSections: "__objc_classlist") { reader, slot in
            guard let address = reader.resolver.address(at: slot), let found = reader.readClass(at: address) else { return }
            result.classes.append(found)
        }
        for section in ["__objc_catlist", "__objc_catlist2"] {
            forEachPointer(inSections: section) { reader, slot in
                guard let address = reader.resolver.address(at: slot), let found = reader.readCategory(at: address) else { return }
                result.categories.append(found)
            }
        }
        forEachPointer(inSections: "__objc_protolist") { reader, slot in
            guard let address = reader.resolver.address(at: slot), let found = reader.readProtocol(at: address) else { return }
            result.protocols.append(found)
        }
        result.isTruncated = isTruncated
        return result
    }

    private mutating func forEachPointer(inSections name: String, _ body: (inout ObjectiveCReader, UInt64) -> Void) {
        for section in image.sections where section.name == name {
            guard let bytes = try? image.bytes(of: section) else { continue }
            for index in 0..<UInt64(bytes.count) / word {
                guard spend(8) else { return }
                body(&self, section.address &+ index * word)
            }
        }
    }

    private mutating func spend(_ amount: Int) -> Bool {
        if budget.spend(amount) { return true }
        isTruncated = true
        return false
    }

    /// The C string at `address`; each address is read once.
    private mutating func text(at address: UInt64) -> String? {
        if let known = texts[address] { return known }
        guard let text = image.bytes(at: address)?.cString(at: 0, limit: Self.maximumNameSize)?.string, spend(text.utf8.count + 32) else {
            return nil
        }
        texts[address] = text
        return text
    }

    private mutating func text(pointedAtFrom slot: UInt64) -> String? { resolver.address(at: slot).flatMap { text(at: $0) } }

    /// The name of the class that the pointer at `slot` refers to, here or in another image.
    private mutating func className(pointedAtFrom slot: UInt64) -> String? {
        switch resolver.target(at: slot) {
        case .symbol(let index):
            let name = resolver.imports.symbols[index].name
            let prefix = "_OBJC_CLASS_$_"
            return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        case .address(let address):
            guard let data = classData(at: address) else { return nil }
            return text(pointedAtFrom: data &+ nameOffset)
        case .null, nil: return nil
        }
    }

    /// `class_ro_t` of the class object at `address`. The low bits of the pointer are flags, among them that it is Swift's.
    private func classData(at address: UInt64) -> UInt64? { resolver.address(at: address &+ 4 * word).map { $0 & ~7 } }

    // Offsets in class_ro_t: three numbers (and padding), the instance layout, then these.
    private var nameOffset: UInt64 { image.pointerSize == 8 ? 24 : 16 }
    private var methodsOffset: UInt64 { nameOffset + word }
    private var protocolsOffset: UInt64 { nameOffset + 2 * word }
    private var propertiesOffset: UInt64 { nameOffset + 5 * word }

    private mutating func readClass(at address: UInt64) -> ObjectiveCClass? {
        guard spend(128), let data = classData(at: address), let name = text(pointedAtFrom: data &+ nameOffset) else { return nil }
        let metadata = resolver.address(at: address).flatMap { classData(at: $0) }
        let isSwift = resolver.address(at: address &+ 4 * word).map { $0 & 3 != 0 } ?? false
        return ObjectiveCClass(
            address: address, name: name, superclass: className(pointedAtFrom: address &+ word), isSwift: isSwift,
            protocols: protocolNames(pointedAtFrom: data &+ protocolsOffset),
            instanceMethods: methods(pointedAtFrom: data &+ methodsOffset),
            classMethods: metadata.map { methods(pointedAtFrom: $0 &+ methodsOffset) } ?? [],
            properties: properties(pointedAtFrom: data &+ propertiesOffset))
    }

    private mutating func readCategory(at address: UInt64) -> ObjectiveCCategory? {
        guard spend(64), let name = text(pointedAtFrom: address) else { return nil }
        return ObjectiveCCategory(
            name: name, className: className(pointedAtFrom: address &+ word), protocols: protocolNames(pointedAtFrom: address &+ 4 * word),
            instanceMethods: methods(pointedAtFrom: address &+ 2 * word), classMethods: methods(pointedAtFrom: address &+ 3 * word))
    }

    private mutating func readProtocol(at address: UInt64) -> ObjectiveCProtocol? {
        guard spend(64), let name = text(pointedAtFrom: address &+ word) else { return nil }
        return ObjectiveCProtocol(
            name: name, protocols: protocolNames(pointedAtFrom: address &+ 2 * word),
            instanceMethods: methods(pointedAtFrom: address &+ 3 * word) + methods(pointedAtFrom: address &+ 5 * word),
            classMethods: methods(pointedAtFrom: address &+ 4 * word) + methods(pointedAtFrom: address &+ 6 * word))
    }

    private mutating func protocolNames(pointedAtFrom slot: UInt64) -> [String] {
        guard let list = resolver.address(at: slot), let bytes = image.bytes(at: list), let count = image.integer(in: bytes, at: 0),
            count <= Self.maximumListCount
        else { return [] }
        var names: [String] = []
        for index in 0..<count {
            guard spend(16), let address = resolver.address(at: list &+ word &+ index * word) else { break }
            if let name = text(pointedAtFrom: address &+ word) { names.append(name) }
        }
        return names
    }

    private mutating func properties(pointedAtFrom slot: UInt64) -> [ObjectiveCProperty] {
        guard let list = resolver.address(at: slot), let (count, size, _) = listHeader(at: list), size >= 2 * word else { return [] }
        var result: [ObjectiveCProperty] = []
        for index in 0..<count {
            let entry = list &+ 8 &+ index &* size
            guard spend(32), let name = text(pointedAtFrom: entry) else { break }
            result.append(ObjectiveCProperty(name: name, attributes: text(pointedAtFrom: entry &+ word) ?? ""))
        }
        return result
    }

    private func listHeader(at address: UInt64) -> (count: UInt64, size: UInt64, flags: UInt32)? {
        guard let bytes = image.bytes(at: address), let entry = try? bytes.load(UInt32.self, at: 0, image.header.byteOrder),
            let count = try? bytes.load(UInt32.self, at: 4, image.header.byteOrder), UInt64(count) <= Self.maximumListCount
        else { return nil }
        return (UInt64(count), UInt64(entry & 0xFFFC), entry)
    }

    private mutating func methods(pointedAtFrom slot: UInt64) -> [ObjectiveCMethod] {
        // Lists of lists, marked by the lowest bit, are made by the shared cache's builder alone.
        guard let list = resolver.address(at: slot), list & 1 == 0, let (count, size, flags) = listHeader(at: list) else { return [] }
        let isSmall = flags & 0x8000_0000 != 0
        guard size >= (isSmall ? 12 : 3 * word) else { return [] }
        var result: [ObjectiveCMethod] = []
        for index in 0..<count {
            let entry = list &+ 8 &+ index &* size
            guard spend(48), let method = isSmall ? smallMethod(at: entry, isDirect: flags & 0x4000_0000 != 0) : bigMethod(at: entry) else {
                break
            }
            result.append(method)
        }
        return result
    }

    private mutating func bigMethod(at entry: UInt64) -> ObjectiveCMethod? {
        guard let selector = text(pointedAtFrom: entry) else { return nil }
        return ObjectiveCMethod(
            selector: selector, types: text(pointedAtFrom: entry &+ word) ?? "", implementation: resolver.address(at: entry &+ 2 * word))
    }

    /// Three offsets, each from its own place. The first leads to a selector reference, or straight to the selector.
    private mutating func smallMethod(at entry: UInt64, isDirect: Bool) -> ObjectiveCMethod? {
        guard let bytes = image.bytes(at: entry) else { return nil }
        func target(_ offset: UInt64) -> UInt64? {
            guard let distance = try? bytes.load(Int32.self, at: offset, image.header.byteOrder) else { return nil }
            return distance == 0 ? nil : entry &+ offset &+ UInt64(bitPattern: Int64(distance))
        }
        guard let name = target(0), let selector = isDirect ? text(at: name) : text(pointedAtFrom: name) else { return nil }
        return ObjectiveCMethod(selector: selector, types: target(4).flatMap { text(at: $0) } ?? "", implementation: target(8))
    }
}
