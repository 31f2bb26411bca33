import MerlonCore
import MerlonPinning

/// How long an answer may be used without asking again (RFC 9111, 4.2), within the limits that the caller sets.
enum CachePolicy {
    /// The freshness of an answer: what `Cache-Control` says, less its `Age`; `otherwise` where it says nothing; never below or above `limits`.
    static func freshness(_ headers: HTTPHeaders, otherwise: TimeSpan, limits: ClosedRange<TimeSpan>) -> TimeSpan {
        var age: Int64?
        for field in headers.values(of: "cache-control") {
            for directive in field.split(separator: ",") {
                let text = directive.filter { $0 != " " && $0 != "\"" }.lowercased()
                if text == "no-store" || text == "no-cache" { return limits.lowerBound }
                if text.hasPrefix("max-age=") { age = seconds(text.dropFirst(8)) ?? 0 }
            }
        }
        guard let age else { return min(max(otherwise, limits.lowerBound), limits.upperBound) }
        let spent = headers["age"].flatMap { seconds($0[...]) } ?? 0
        return min(max(.seconds(age - min(spent, age)), limits.lowerBound), limits.upperBound)
    }

    /// A number of seconds as HTTP writes it; a larger one than anybody can mean counts as ten years.
    static func seconds(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int64(text) ?? .max, 315_360_000)
    }
}
