import MerlonCore

/// A one-time password. Printed by accident it shows `‹redacted›`; ``text`` is for the person who is to type it.
public struct OTPCode: Hashable, Sendable {
    let value: UInt32
    /// How it looks.
    public let format: OTPFormat

    init(value: UInt32, format: OTPFormat) {
        self.value = value
        self.format = format
    }

    /// The code as it is typed, with leading zeros.
    public var text: String { format.text(of: value) }

    /// The code in two groups, as people read it: `123 456`. Steam's stays as it is.
    public var groupedText: String {
        let text = text
        if format.isSteam { return text }
        return "\(text.prefix(text.count / 2)) \(text.dropFirst(text.count / 2))"
    }

    /// Whether both are the same code, in a time that does not depend on it.
    public static func == (left: OTPCode, right: OTPCode) -> Bool {
        left.format == right.format && ConstantTime.isZero(left.value ^ right.value)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(value)
        hasher.combine(format)
    }
}

extension OTPCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { Redaction.text }
    public var debugDescription: String { Redaction.text }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension ConstantTime {
    /// Whether the word is zero, without a branch on it until the answer is known.
    @inline(__always)
    static func isZero(_ word: UInt32) -> Bool { zeroMask(word) != 0 }

    /// All ones when the word is zero, else zero.
    @inline(__always)
    static func zeroMask(_ word: UInt32) -> UInt64 {
        // The top bit of (word | -word) is set for every word but zero.
        UInt64(bitPattern: Int64((word | (0 &- word)) >> 31) - 1)
    }
}
