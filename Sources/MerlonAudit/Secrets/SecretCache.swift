import MerlonCore

/// Secrets by slice, searched for once an audit however many rules ask.
final class SecretCache: @unchecked Sendable {
    /// A secret among the strings of a slice.
    struct Found: Sendable {
        let match: SecretMatch
        /// Where it stands in the slice.
        let address: UInt64
    }

    private let lock = Lock()
    private var found: [String: [Found]] = [:]

    /// The secrets in the strings of a slice, each text once.
    func secrets(in slice: CodeView.Slice) -> [Found] {
        let key = "\(slice.facts.architecture)/\(slice.file)"
        if let known = lock.withLock({ found[key] }) { return known }
        // Outside the lock: at worst two rules search at the same time.
        let searched = Self.search(slice.facts.strings) + Self.search(slice.facts.byteArrays)
        lock.withLock { found[key] = searched }
        return searched
    }

    private static func search(_ pool: StringPool) -> [Found] {
        var found: [Found] = []
        unsafe pool.forEachBytes { position, bytes in
            guard found.count < SecretDetector.limit else { return }
            for match in unsafe SecretDetector.shared.matches(in: bytes) {
                found.append(Found(match: match, address: pool.address(at: position) + UInt64(match.range.lowerBound)))
            }
        }
        return found
    }
}
