extension DERElement {
    /// A UTCTime or GeneralizedTime.
    ///
    /// Strictly as RFC 5280 (4.1.2.5) has them: `YYMMDDHHMMSSZ` with years 1950-2049, and `YYYYMMDDHHMMSSZ`. A fraction of a second, which
    /// time stamps have (RFC 3161), is taken when it ends in no zero. Lenient reading also takes missing seconds and offsets from UTC.
    public func time() throws(DERError) -> WallTime {
        guard tag == .utcTime || tag == .generalizedTime else { throw failure(.unexpected, "element is no time") }
        guard let time = DERTimeText(content, hasCentury: tag == .generalizedTime, isLenient: rules.allowsBER)?.wallTime else {
            throw failure(.malformed, "time is malformed")
        }
        return time
    }
}

/// The text of a time, taken apart. Fails on anything that is no such time.
private struct DERTimeText {
    var wallTime: WallTime

    init?(_ text: ArraySlice<UInt8>, hasCentury: Bool, isLenient: Bool) {
        var rest = text
        guard var year = Self.number(&rest, hasCentury ? 4 : 2) else { return nil }
        if !hasCentury { year += year < 50 ? 2000 : 1900 }
        guard let month = Self.number(&rest, 2), (1...12).contains(month), let day = Self.number(&rest, 2),
            (1...Self.days(in: month, of: year)).contains(day), let hour = Self.number(&rest, 2), hour < 24,
            let minute = Self.number(&rest, 2), minute < 60
        else { return nil }
        var second: Int64 = 0
        if let value = Self.number(&rest, 2) {
            guard value < 60 else { return nil }
            second = value
        } else if !isLenient {
            return nil
        }
        var nanoseconds: UInt32 = 0
        if hasCentury, rest.first == UInt8(ascii: ".") {
            guard let fraction = Self.fraction(&rest, isLenient: isLenient) else { return nil }
            nanoseconds = fraction
        }
        guard let offset = Self.offset(rest, isLenient: isLenient) else { return nil }
        let seconds = Self.dayNumber(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset
        wallTime = WallTime(seconds: seconds, nanoseconds: nanoseconds)
    }

    /// `width` digits, or `nil` without reading anything.
    private static func number(_ rest: inout ArraySlice<UInt8>, _ width: Int) -> Int64? {
        let digits = rest.prefix(width)
        guard digits.count == width, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(width)
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private static func fraction(_ rest: inout ArraySlice<UInt8>, isLenient: Bool) -> UInt32? {
        let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
        guard let last = digits.last, isLenient || last != 0x30, digits.count <= 32 else { return nil }
        rest = rest[digits.endIndex...]
        let nine = digits.prefix(9)
        return nine.reduce(0) { $0 * 10 + UInt32($1 - 0x30) } * (0..<9 - nine.count).reduce(1) { power, _ in power * 10 }
    }

    /// Seconds east of UTC.
    private static func offset(_ text: ArraySlice<UInt8>, isLenient: Bool) -> Int64? {
        var rest = text.dropFirst()
        switch text.first {
        case UInt8(ascii: "Z"): return rest.isEmpty ? 0 : nil
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            guard isLenient, let hours = number(&rest, 2), hours < 24, let minutes = number(&rest, 2), minutes < 60, rest.isEmpty else {
                return nil
            }
            return (hours * 3600 + minutes * 60) * (text.first == UInt8(ascii: "-") ? -1 : 1)
        default: return nil
        }
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar: years start in March, so that a leap day ends them.
    private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        // Years here are 0-9999, and -1 for January of year 0: floor division.
        let century = shifted >= 0 ? shifted / 100 : -1
        let quad = shifted >= 0 ? shifted / 4 : -1
        let fourCenturies = shifted >= 0 ? shifted / 400 : -1
        return shifted * 365 + quad - century + fourCenturies + dayOfYear - 719_468
    }
}
