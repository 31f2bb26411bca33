/// Finds what a person most likely meant to type.
public enum Suggestion: Sendable {
    /// The known word that is nearest to `word`: one that starts with it, or the one with the fewest slips (a letter wrong, missing, too
    /// many, or two swapped), as long as those are at most a third of the letters. `nil` when none is near.
    public static func nearest(to word: String, among known: [String]) -> String? {
        // No known word is longer, and the distance takes time that grows with the square.
        guard word.utf8.count <= 64 else { return nil }
        let folded = word.lowercased()
        if let exact = known.first(where: { $0.lowercased() == folded }) { return exact }
        if folded.count >= 3, let longer = known.filter({ $0.lowercased().hasPrefix(folded) }).min(by: { $0.count < $1.count }) {
            return longer
        }
        let allowed = max(1, folded.count / 3)
        let ranked = known.map { (word: $0, distance: distance(folded, $0.lowercased())) }.filter { $0.distance <= allowed }
        return ranked.min { $0.distance < $1.distance }?.word
    }

    /// The Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions, swaps of neighbours.
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.unicodeScalars.prefix(64))
        let right = Array(right.unicodeScalars.prefix(64))
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1] + Array(repeating: 0, count: right.count)
            for column in 0..<right.count {
                let substitution = last[column] + (left[row] == right[column] ? 0 : 1)
                current[column + 1] = min(last[column + 1] + 1, current[column] + 1, substitution)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    current[column + 1] = min(current[column + 1], beforeLast[column - 1] + 1)
                }
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
