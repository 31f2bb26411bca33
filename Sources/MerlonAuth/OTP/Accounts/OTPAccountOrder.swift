import MerlonCore

/// In which order the accounts are shown.
struct OTPAccountOrder: Sealable {
    /// More than anybody has; a record with more is none.
    private static let maximumCount: Int64 = 10_000

    let ids: [String]

    init(ids: [String]) { self.ids = ids }

    func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        try encoder.encode(Int64(ids.count))
        for id in ids { try encoder.encode(id) }
    }

    init(from decoder: inout SealedDecoder) throws(CoreError) {
        let count = try decoder.integer()
        guard (0...Self.maximumCount).contains(count) else { throw CoreError(.limitExceeded, "An order of too many accounts.") }
        var ids: [String] = []
        for _ in 0..<count { ids.append(try decoder.string()) }
        self.ids = ids
    }
}
