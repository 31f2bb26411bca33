/// Tells what only has the form of a secret: examples, templates and runs of the keyboard.
enum Placeholder {
    /// Whether `secret` is such.
    static func isLikely(_ secret: some Collection<UInt8>) -> Bool {
        let lower = String(decoding: secret.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
        return Set(secret).count < 6 || words.contains { lower.contains($0) } || hasRun(secret)
    }

    /// Shannon entropy in bits a byte.
    static func entropy(of bytes: some Collection<UInt8>) -> Double {
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes { counts[Int(byte)] += 1 }
        let total = Double(bytes.count)
        return counts.reduce(0) { sum, count in
            guard count > 0 else { return sum }
            let share = Double(count) / total
            return sum - share * BinaryLogarithm.of(share)
        }
    }

    private static let words = [
        "example", "placeholder", "changeme", "change_me", "change-me", "dummy", "sample", "your_", "your-", "yourapi", "yourkey",
        "yoursecret",
        "insert", "replace", "redacted", "xxxx", "....", "****", "todo", "foobar", "notreal", "fakekey", "testkey", "mysecret",
    ]

    /// Six bytes each one more than the last, or five that are equal.
    private static func hasRun(_ bytes: some Collection<UInt8>) -> Bool {
        var last: UInt8?
        var rising = 1
        var equal = 1
        for byte in bytes {
            rising = last.map { $0 &+ 1 == byte } == true ? rising + 1 : 1
            equal = last == byte ? equal + 1 : 1
            if rising >= 6 || equal >= 5 { return true }
            last = byte
        }
        return false
    }
}

/// The logarithm to base two, from the standard library alone.
private enum BinaryLogarithm {
    /// Of a value in 0..<=1, to nine digits.
    static func of(_ value: Double) -> Double {
        var result = Double(value.exponent)
        var rest = value.significand
        var bit = 0.5
        for _ in 0..<30 {
            rest *= rest
            if rest >= 2 {
                rest /= 2
                result += bit
            }
            bit /= 2
        }
        return result
    }
}
