import CMerlonMemory

/// The characters of a power-of-two radix, as arithmetic: a table look-up would tell the cache, and through it a neighbour, what is decoded.
protocol BinaryAlphabet {
    /// How many bits one character holds.
    static var bits: Int { get }
    /// The ASCII code that stands for `value`, which is below 1 << ``bits``.
    static func character(for value: Int32) -> Int32
    /// What the ASCII code stands for, or -1.
    static func value(of character: Int32) -> Int32
}

/// All ones when `value` is at least `bound`, else 0.
@inline(__always) func maskAtLeast(_ value: Int32, _ bound: Int32) -> Int32 { ((bound - 1 - value) >> 31) }

/// All ones when `value` lies in `bounds`, else 0.
@inline(__always) func maskWithin(_ value: Int32, _ bounds: ClosedRange<UInt8>) -> Int32 {
    maskAtLeast(value, Int32(bounds.lowerBound)) & ~maskAtLeast(value, Int32(bounds.upperBound) + 1)
}

/// Conversion between bytes and text of one alphabet, in a time that depends on the length alone.
enum BinaryText<Alphabet: BinaryAlphabet> {
    /// What is wrong with a text, gathered without a branch on its contents.
    struct Faults: Equatable {
        var hasForeignCharacter = false
        var hasUnusedBits = false
    }

    /// How many bytes `count` characters hold, or `nil` when no whole number of bytes has that many characters.
    static func byteCount(ofCharacters count: Int) -> Int? {
        let spare = count * Alphabet.bits % 8
        return spare < Alphabet.bits ? count * Alphabet.bits / 8 : nil
    }

    static func encode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 + Alphabet.bits - 1) / Alphabet.bits)
        var pool: UInt32 = 0
        var held = 0
        for index in 0..<bytes.count {
            pool = pool << 8 | UInt32(unsafe bytes[index])
            held += 8
            while held >= Alphabet.bits {
                held -= Alphabet.bits
                text.append(UInt8(truncatingIfNeeded: Alphabet.character(for: Int32(truncatingIfNeeded: pool >> held) & mask)))
            }
        }
        if held > 0 {
            text.append(
                UInt8(truncatingIfNeeded: Alphabet.character(for: Int32(truncatingIfNeeded: pool << (Alphabet.bits - held)) & mask)))
        }
        return text
    }

    /// Decodes `text` into `bytes`, which has ``byteCount(ofCharacters:)`` of room.
    static func decode(_ text: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer) -> Faults {
        var pool: UInt32 = 0
        var held = 0
        var written = 0
        var foreign: Int32 = 0
        var start = 0
        // Whole groups of four characters, three bytes: no counting of bits. Faults are gathered without a branch.
        while Alphabet.bits == 6, start + 4 <= text.count {
            let values = unsafe (
                Alphabet.value(of: Int32(text[start])), Alphabet.value(of: Int32(text[start + 1])),
                Alphabet.value(of: Int32(text[start + 2])), Alphabet.value(of: Int32(text[start + 3]))
            )
            foreign |= values.0 | values.1 | values.2 | values.3
            let group = UInt32(
                truncatingIfNeeded: (values.0 & mask) << 18 | (values.1 & mask) << 12 | (values.2 & mask) << 6 | values.3 & mask)
            unsafe bytes[written] = UInt8(truncatingIfNeeded: group >> 16)
            unsafe bytes[written + 1] = UInt8(truncatingIfNeeded: group >> 8)
            unsafe bytes[written + 2] = UInt8(truncatingIfNeeded: group)
            written += 3
            start += 4
        }
        foreign = Int32(bitPattern: merlon_opaque(UInt32(bitPattern: foreign >> 31)))
        for index in start..<text.count {
            let value = Alphabet.value(of: Int32(unsafe text[index]))
            foreign = Int32(bitPattern: merlon_opaque(UInt32(bitPattern: foreign | value >> 31)))
            pool = pool << Alphabet.bits | UInt32(truncatingIfNeeded: value & mask)
            held += Alphabet.bits
            if held >= 8 {
                held -= 8
                unsafe bytes[written] = UInt8(truncatingIfNeeded: pool >> held)
                written += 1
            }
        }
        return Faults(hasForeignCharacter: foreign != 0, hasUnusedBits: pool & (1 << held - 1) != 0)
    }

    private static var mask: Int32 { 1 << Int32(Alphabet.bits) - 1 }
}

extension BinaryText {
    /// Decodes text in its one canonical form.
    static func decodeStrictly(_ text: [UInt8], as name: String) throws(CoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: try count(text.count, name))
        let faults = unsafe text.withBytes { source in unsafe bytes.withMutableBytes { unsafe decode(source, into: $0) } }
        try check(faults, name)
        return bytes
    }

    /// Decodes text in its one canonical form into a buffer that has the room, and gives how many bytes it wrote.
    static func decodeStrictly(
        _ text: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer, as name: String
    ) throws(CoreError) -> Int {
        let count = try count(text.count, name)
        guard bytes.count >= count else { throw CoreError(.limitExceeded, "The buffer is too small.") }
        unsafe try check(decode(text, into: bytes), name)
        return count
    }

    /// Decodes text in its one canonical form into protected memory.
    static func decodeSecret(_ text: [UInt8], as name: String, ignoringUnusedBits: Bool = false) throws(CoreError) -> SecretBytes {
        unsafe try text.withBytes { (text) throws(CoreError) in
            unsafe try decodeSecret(text, as: name, ignoringUnusedBits: ignoringUnusedBits)
        }
    }

    /// Decodes text, which may itself lie in protected memory.
    static func decodeSecret(
        _ text: UnsafeRawBufferPointer, as name: String, ignoringUnusedBits: Bool = false
    ) throws(CoreError) -> SecretBytes {
        unsafe try SecretBytes(count: try count(text.count, name)) { (buffer) throws(CoreError) in
            var faults = unsafe decode(text, into: buffer)
            if ignoringUnusedBits { faults.hasUnusedBits = false }
            try check(faults, name)
        }
    }

    private static func count(_ characters: Int, _ name: String) throws(CoreError) -> Int {
        guard let count = byteCount(ofCharacters: characters) else {
            throw CoreError(.malformed, "No whole number of bytes has \(characters) characters of \(name).")
        }
        return count
    }

    private static func check(_ faults: Faults, _ name: String) throws(CoreError) {
        if faults.hasForeignCharacter { throw CoreError(.malformed, "A character that \(name) does not have.") }
        if faults.hasUnusedBits { throw CoreError(.notCanonical, "The last character of the \(name) text has bits that no byte uses.") }
    }
}
