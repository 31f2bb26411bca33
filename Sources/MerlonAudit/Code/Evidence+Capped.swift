extension [Evidence] {
    /// The first hundred: enough for a person to see the pattern, and few enough for a report.
    var capped: [Evidence] { Array(prefix(100)) }

    /// Each place once, in order.
    var unique: [Evidence] {
        var seen: Set<Evidence> = []
        return filter { seen.insert($0).inserted }
    }
}
