import MerlonCore

/// `Retry-After` (RFC 9110, 10.2.3): a number of seconds, or a date.
enum RetryAfter {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// How long to wait from `now`; `nil` for what is neither, and for a date that has passed.
    static func span(_ field: String, now: WallTime) -> TimeSpan? {
        if let seconds = CachePolicy.seconds(field[...]) { return .seconds(seconds) }
        // Sun, 06 Nov 1994 08:49:37 GMT
        let parts = field.split(separator: " ").map(String.init)
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: parts[2]),
            let date = WallTime(iso8601: "\(parts[3])-\(month < 9 ? "0" : "")\(month + 1)-\(parts[1])T\(parts[4])Z"), date > now
        else { return nil }
        return date - now
    }
}
