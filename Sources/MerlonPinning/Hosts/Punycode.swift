internal import MerlonCore

/// International labels as ASCII (RFC 3492, RFC 5891).
enum Punycode {
    /// The A-label of a label in lower case, or `nil` when the label needs more mapping than lower-casing, or IDNA refuses it.
    static func aLabel(_ label: String) -> String? {
        let scalars = Array(label.unicodeScalars)
        guard scalars.count <= 63, scalars.allSatisfy(isUnambiguous), let encoded = encode(scalars) else { return nil }
        return "xn--" + encoded
    }

    /// Whether `xn--…` is the encoding of a label, and its only one.
    static func isALabel(_ label: String) -> Bool {
        guard let decoded = decode(Array(label.utf8.dropFirst(4))), decoded.contains(where: { $0.value >= 0x80 }),
            decoded.allSatisfy({ $0.properties.lowercaseMapping == String($0) && !$0.isUnsafeToShow })
        else { return false }
        return encode(decoded).map { "xn--" + $0 == label } == true
    }

    /// Letters and digits that every client leaves as they are. Conservative: without tables of normalisation, what may not be in normal
    /// form C, or is mapped by some version of IDNA, is refused.
    private static func isUnambiguous(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
        }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber: break
        default: return false
        }
        guard scalar.properties.lowercaseMapping == String(scalar), !scalar.properties.isNoncharacterCodePoint else { return false }
        switch scalar.value {
        // ß and ς are mapped away by IDNA 2003; ŉ, ſ and the digraphs, superscript letters and phonetic forms are compatibility characters.
        case 0xAA, 0xBA, 0xDF, 0x03C2, 0x0149, 0x017F, 0x0132...0x0133, 0x0140, 0x01C4...0x01CC, 0x01F1...0x01F3, 0x02B0...0x02FF,
            0x037A, 0x03D0...0x03D6, 0x03F0...0x03F5, 0x0587, 0x0675...0x0678:
            return false
        // Letters whose normal form is a base letter and a mark (composition exclusions), and Thai, Lao and Tibetan compatibility letters.
        case 0x0958...0x095F, 0x09DC...0x09DF, 0x0A33...0x0A5E, 0x0B5C...0x0B5D, 0x0E33, 0x0EB3, 0x0EDC...0x0EDD, 0x0F00...0x0FFF:
            return false
        // Jamo, which compose to syllables; Greek extended, phonetic and superscript letters; letter-like symbols; the old compatibility areas.
        case 0x1100...0x11FF, 0x1D2C...0x1DBF, 0x1E9A...0x1E9F, 0x1F00...0x1FFF, 0x2070...0x214F, 0x2C7C...0x2C7D, 0x2D6F, 0x2E9F, 0x2EF3,
            0x3131...0x318E, 0x309F, 0x30FF, 0xA69C...0xA69D, 0xA770, 0xA7F2...0xA7F9, 0xA960...0xA97F, 0xAB5C...0xAB5F, 0xAB69,
            0xD7B0...0xD7FF, 0xF900...0xFFFF:
            return false
        default: return scalar.value < 0x10000 || (0x20000...0x2F7FF).contains(scalar.value) || scalar.value >= 0x30000
        }
    }

    private static let base = 36
    private static let (tMin, tMax, skew, damp, initialBias, initialN) = (1, 26, 38, 700, 72, 128)

    static func encode(_ scalars: [Unicode.Scalar]) -> String? {
        var output = scalars.filter(\.isASCII).map { UInt8($0.value) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var (n, delta, bias, handled) = (initialN, 0, initialBias, basicCount)
        while handled < scalars.count {
            guard let next = scalars.lazy.map({ Int($0.value) }).filter({ $0 >= n }).min() else { return nil }
            delta += (next - n) * (handled + 1)
            n = next
            for scalar in scalars {
                if Int(scalar.value) < n { delta += 1 }
                guard Int(scalar.value) == n else { continue }
                var q = delta
                for k in stride(from: base, through: .max, by: base) {
                    let t = threshold(k, bias)
                    guard q >= t else { break }
                    output.append(digit(t + (q - t) % (base - t)))
                    q = (q - t) / (base - t)
                }
                output.append(digit(q))
                bias = adapted(delta, handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return output.count <= 59 ? String(decoding: output, as: UTF8.self) : nil
    }

    private static func decode(_ input: [UInt8]) -> [Unicode.Scalar]? {
        guard input.count <= 59 else { return nil }
        var output: [Unicode.Scalar] = []
        var rest = input[...]
        if let delimiter = input.lastIndex(of: UInt8(ascii: "-")) {
            output = input[..<delimiter].map { Unicode.Scalar($0) }
            rest = input[(delimiter + 1)...]
        }
        var (n, index, bias) = (initialN, 0, initialBias)
        while !rest.isEmpty {
            let (old, count) = (index, output.count + 1)
            var weight = 1
            for k in stride(from: base, through: .max, by: base) {
                guard let byte = rest.popFirst(), let value = value(of: byte), value <= (0xFF_FFFF - index) / weight else { return nil }
                index += value * weight
                let t = threshold(k, bias)
                if value < t { break }
                guard weight <= 0xFF_FFFF / (base - t) else { return nil }
                weight *= base - t
            }
            bias = adapted(index - old, count, isFirst: old == 0)
            n += index / count
            index %= count
            guard let scalar = Unicode.Scalar(UInt32(n)) else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        return output
    }

    private static func threshold(_ k: Int, _ bias: Int) -> Int { min(max(k - bias, tMin), tMax) }

    private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30) }

    private static func value(of byte: UInt8) -> Int? {
        switch byte {
        case 0x61...0x7A: Int(byte) - 0x61
        case 0x30...0x39: Int(byte) - 0x30 + 26
        default: nil
        }
    }

    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var k = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + skew)
    }
}
