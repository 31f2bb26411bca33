/// Finds the known name that somebody who wrote an unknown one probably meant.
package enum NearestName: Sendable {
    /// The shortest name that starts with what was written, if that has at least three letters; else the one that is reached by the fewest
    /// insertions, deletions, replacements and swaps of neighbours, case aside; `nil` when even that one needs more than a third of its
    /// length. Of two as near, the first in alphabetical order.
    package static func of(_ unknown: String, among names: some Sequence<String>) -> String? {
        let written = Array(unknown.lowercased())
        // Longer than any name can be: not worth the time, which grows with the product of the lengths.
        guard written.count <= 200 else { return nil }
        let lowered = String(written)
        if written.count >= 3 {
            let longer = names.filter { $0.lowercased().hasPrefix(lowered) }
            if let shortest = longer.min(by: { ($0.count, $0) < ($1.count, $1) }) { return shortest }
        }
        return names.map { (name: $0, distance: distance(written, Array($0.lowercased()))) }
            .filter { $0.distance <= max(1, max(written.count, $0.name.count) / 3) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// The optimal string alignment distance.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var (beforeLast, last) = ([Int](), Array(0...right.count))
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
