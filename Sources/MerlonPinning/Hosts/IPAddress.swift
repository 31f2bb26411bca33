/// Addresses in the forms that certificates and URLs have them.
enum IPAddress {
    /// Whether a label would be taken for a number by any resolver: decimal, octal or hexadecimal (WHATWG URL, "ends in a number").
    static func isNumber(_ label: String) -> Bool {
        let digits = label.hasPrefix("0x") ? label.dropFirst(2) : label[...]
        if label.hasPrefix("0x") { return digits.utf8.allSatisfy(isHexadecimal) }
        return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Four decimal numbers of 0 to 255 without leading zeros.
    static func isIPv4(_ parts: [String]) -> Bool {
        parts.count == 4
            && parts.allSatisfy { part in
                guard part.utf8.count <= 3, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(part) else {
                    return false
                }
                return value <= 255 && String(value) == part
            }
    }

    /// The address in the form of RFC 5952, or `nil` when it is none. Zones are refused: they mean something on one machine only.
    static func canonicalIPv6(_ text: Substring) -> String? { groups(text).map(format) }

    /// The bytes of an address in canonical form: 4 or 16.
    static func bytes(_ canonical: String) -> [UInt8]? {
        if canonical.utf8.contains(UInt8(ascii: ":")) {
            return groups(canonical[...])?.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        }
        let parts = canonical.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return isIPv4(parts) ? parts.compactMap { UInt8($0) } : nil
    }

    /// The canonical form of 4 or 16 bytes, as certificates have them.
    static func canonical(bytes: some Collection<UInt8>) -> String? {
        let bytes = Array(bytes)
        switch bytes.count {
        case 4: return bytes.map(String.init).joined(separator: ".")
        case 16: return format((0..<8).map { UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]) })
        default: return nil
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || (0x41...0x46).contains(byte)
    }

    private static func groups(_ text: Substring) -> [UInt16]? {
        guard text.utf8.count <= 45, text.utf8.count >= 2 else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var (head, tail): ([UInt16], [UInt16]?) = ([], nil)
        var index = 0
        while index < parts.count {
            let part = parts[index]
            if part.isEmpty {
                // "::" stands once; at an end it gives one more empty part.
                guard tail == nil else { return nil }
                let atStart = index == 0
                if atStart {
                    guard parts.count > 2, parts[1].isEmpty else { return nil }
                    index += 1
                }
                if index == parts.count - 2, parts[index + 1].isEmpty { index += 1 }
                if !atStart, index == parts.count - 1, !(parts.count >= 3 && parts[parts.count - 2].isEmpty) { return nil }
                tail = []
            } else {
                var values: [UInt16] = []
                if index == parts.count - 1, part.utf8.contains(UInt8(ascii: ".")) {
                    let numbers = part.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
                    guard isIPv4(numbers) else { return nil }
                    let bytes = numbers.compactMap { UInt16($0) }
                    values = [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
                } else {
                    guard part.utf8.count <= 4, part.utf8.allSatisfy(isHexadecimal), let value = UInt16(part, radix: 16) else { return nil }
                    values = [value]
                }
                if tail == nil { head += values } else { tail?.append(contentsOf: values) }
            }
            index += 1
        }
        guard let tail else { return head.count == 8 ? head : nil }
        guard head.count + tail.count <= 7 else { return nil }
        return head + [UInt16](repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    /// RFC 5952: lower case, no leading zeros, the first longest run of two or more zero groups as `::`.
    private static func format(_ groups: [UInt16]) -> String {
        var best = 0..<0
        var start = 0
        while start < 8 {
            guard groups[start] == 0 else {
                start += 1
                continue
            }
            let end = groups[start...].firstIndex { $0 != 0 } ?? 8
            if end - start >= 2, end - start > best.count { best = start..<end }
            start = end
        }
        let hex = groups.map { String($0, radix: 16) }
        guard !best.isEmpty else { return hex.joined(separator: ":") }
        return hex[..<best.lowerBound].joined(separator: ":") + "::" + hex[best.upperBound...].joined(separator: ":")
    }
}
