/// A CFString or NSString literal in the image.
public struct ConstantString: Hashable, Sendable {
    /// Of the string object: what code refers to.
    public let address: UInt64
    /// Of the characters.
    public let characters: UInt64
    /// The text; invalid UTF-8 or UTF-16 is replaced.
    public let text: String
}

extension MachOImage {
    /// The sections that hold zero-terminated strings: those of that type, and Objective-C's names.
    public var stringSections: [Section] {
        sections.filter { section in
            section.kind == .cStringLiterals
                || ["__cstring", "__objc_methname", "__objc_classname", "__objc_methtype", "__oslogstring"].contains(section.name)
        }
    }

    /// The zero-terminated strings of `section`.
    public func strings(in section: Section) throws(MachOError) -> CStrings { CStrings(try bytes(of: section), address: section.address) }

    /// The CFString literals (`__cfstring`), with UTF-8 or, from `__ustring`, UTF-16 characters.
    ///
    /// `resolver` gives the pointers in them. Literals whose characters cannot be found are left out.
    public func constantStrings(_ resolver: PointerResolver) -> [ConstantString] {
        let word = UInt64(pointerSize)
        // isa, flags, characters, length: a CFString with a constant, external buffer.
        let size = word * 4
        var budget = WorkBudget(image: self)
        var result: [ConstantString] = []
        for section in sections where section.name == "__cfstring" {
            guard let bytes = try? bytes(of: section) else { continue }
            for index in 0..<UInt64(bytes.count) / size {
                let offset = index * size
                let object = section.address &+ offset
                guard let flags = try? bytes.load(UInt32.self, at: offset + word, header.byteOrder),
                    let characters = resolver.address(at: object &+ 2 * word), let length = integer(in: bytes, at: offset + 3 * word),
                    let text = text(at: characters, length: length, isUTF16: flags & 0x10 != 0), budget.spend(text.utf8.count + 16)
                else { continue }
                result.append(ConstantString(address: object, characters: characters, text: text))
            }
        }
        return result
    }

    /// Literals are as long as what developers write: anything over a mebibyte is not one.
    private static let maximumLength: UInt64 = 1 << 20

    private func text(at address: UInt64, length: UInt64, isUTF16: Bool) -> String? {
        guard length <= Self.maximumLength, let bytes = bytes(at: address) else { return nil }
        guard isUTF16 else { return (try? bytes.slice(0, length))?.string }
        guard let slice = try? bytes.slice(0, length * 2) else { return nil }
        let units = (0..<length).map { (try? slice.load(UInt16.self, at: $0 * 2, header.byteOrder)) ?? 0 }
        return String(decoding: units, as: UTF16.self)
    }

    /// A field of pointer size that is a number.
    func integer(in bytes: ByteView, at offset: UInt64) -> UInt64? {
        pointerSize == 8
            ? try? bytes.load(UInt64.self, at: offset, header.byteOrder)
            : (try? bytes.load(UInt32.self, at: offset, header.byteOrder)).map(UInt64.init)
    }
}
