extension WallTime {
    /// The time as ISO 8601 in UTC, to the second: `2026-11-30T09:55:00Z`. Years outside 0000 ... 9999 have a sign and as many digits as
    /// they need.
    public var iso8601: String {
        let day = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
        let second = seconds - day * 86400
        let (year, month, dayOfMonth) = Self.civil(day)
        let date = (0...9999).contains(year) ? Self.padded(year, 4) : "\(year > 0 ? "+" : "")\(year)"
        return "\(date)-\(Self.padded(month, 2))-\(Self.padded(dayOfMonth, 2))"
            + "T\(Self.padded(second / 3600, 2)):\(Self.padded(second / 60 % 60, 2)):\(Self.padded(second % 60, 2))Z"
    }

    /// Reads `YYYY-MM-DD` (its first second, UTC) or `YYYY-MM-DDTHH:MM:SSZ`; `nil` for anything else, also for days that do not exist.
    public init?(iso8601 text: String) {
        let bytes = Array(text.utf8)
        let shape = Array((bytes.count == 10 ? "dddd-dd-dd" : "dddd-dd-ddTdd:dd:ddZ").utf8)
        guard bytes.count == shape.count else { return nil }
        var fields: [Int64] = []
        var startsField = true
        for (byte, expected) in zip(bytes, shape) {
            guard expected == UInt8(ascii: "d") else {
                guard byte == expected else { return nil }
                startsField = true
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            if startsField { fields.append(0) }
            startsField = false
            fields[fields.count - 1] = fields[fields.count - 1] * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        fields += repeatElement(0, count: 6 - fields.count)
        let day = Self.day(year: fields[0], month: fields[1], day: fields[2])
        guard (1...12).contains(fields[1]), Self.civil(day) == (fields[0], fields[1], fields[2]) else { return nil }
        guard fields[3] < 24, fields[4] < 60, fields[5] < 60 else { return nil }
        self.init(seconds: day * 86400 + fields[3] * 3600 + fields[4] * 60 + fields[5])
    }

    /// The day's number from 1970-01-01 in the proleptic Gregorian calendar. Years start in March, so that the leap day comes last.
    private static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
