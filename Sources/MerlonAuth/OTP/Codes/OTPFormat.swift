/// How a code looks: 6 to 8 decimal digits (RFC 4226), or Steam's five characters.
public struct OTPFormat: Hashable, Sendable {
    /// Six digits: what nearly every service uses.
    public static let sixDigits = OTPFormat(length: 6, isSteam: false)
    /// Seven digits.
    public static let sevenDigits = OTPFormat(length: 7, isSteam: false)
    /// Eight digits.
    public static let eightDigits = OTPFormat(length: 8, isSteam: false)
    /// Steam Guard: five characters of an alphabet of 26.
    public static let steam = OTPFormat(length: 5, isSteam: true)

    /// Characters of a code.
    public let length: Int
    /// Whether it is Steam's.
    public let isSteam: Bool

    private init(length: Int, isSteam: Bool) {
        self.length = length
        self.isSteam = isSteam
    }

    /// So many decimal digits, 6 ... 8. RFC 4226 has no shorter ones, and no longer ones that would hold more.
    public init(digits: Int) throws(AuthError) {
        guard (6...8).contains(digits) else { throw AuthError(.invalidArgument, "A code has 6 to 8 digits, not \(digits).") }
        self.init(length: digits, isSteam: false)
    }

    /// The alphabet of Steam Guard.
    static let steamAlphabet = Array("23456789BCDFGHJKMNPQRTVWXY".utf8)

    /// The number that stands for the code of a truncated HMAC. Divisors are constants, so that no division depends on the secret in its time.
    @inline(__always)
    func value(of truncated: UInt32) -> UInt32 {
        switch (isSteam, length) {
        case (true, _): truncated % 11_881_376  // 26 to the power of 5
        case (_, 6): truncated % 1_000_000
        case (_, 7): truncated % 10_000_000
        default: truncated % 100_000_000
        }
    }

    /// The code that a number stands for. Steam's first character is the least significant digit.
    func text(of value: UInt32) -> String {
        var rest = value
        var characters = [UInt8](repeating: 0, count: length)
        for index in 0..<length {
            if isSteam {
                characters[index] = Self.steamAlphabet[Int(rest % 26)]
                rest /= 26
            } else {
                characters[length - 1 - index] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The number of a code that a person entered, with blanks and hyphens in it and in either case; `nil` for what cannot be one.
    package func value(entered text: String) -> UInt32? {
        // A code with separators has at most twice its length; nothing longer is looked at.
        guard text.utf8.count <= 2 * length + 2 else { return nil }
        var characters: [UInt8] = []
        for byte in text.utf8 where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "-") { characters.append(byte) }
        guard characters.count == length else { return nil }
        var value: UInt32 = 0
        for byte in isSteam ? characters.reversed() : characters {
            if isSteam {
                let upper = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
                guard let digit = Self.steamAlphabet.firstIndex(of: upper) else { return nil }
                value = value * 26 + UInt32(digit)
            } else {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + UInt32(byte - UInt8(ascii: "0"))
            }
        }
        return value
    }
}
