import MerlonCore
public import MerlonPrivacy

/// Money on its way.
public struct Transfer: Equatable, Sendable {
    /// Account that it leaves.
    public let from: Account.ID
    @Sensitive public private(set) var iban: String
    public let cents: Int64

    /// A transfer; `nil` for an amount that is not positive or too large, or a number that is none (ISO 13616: 15 to 34 letters and digits).
    public init?(from account: Account.ID, to iban: String, cents: Int64) {
        let compact = iban.uppercased().filter { $0 != " " }
        guard (1...100_000_000).contains(cents), (15...34).contains(compact.utf8.count),
            compact.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        from = account
        _iban = Sensitive(wrappedValue: compact)
        self.cents = cents
    }

    /// What the owner is asked before it goes.
    public var question: String { "Send \(Account.amount(cents)) to the account ending in \(iban.suffix(4))" }

    func json(code: String) -> [UInt8] {
        let body: JSONValue = .object([
            "from": .string(from), "to": .string(iban), "cents": .integer(cents), "code": .string(code),
        ])
        return Array(body.serialized().utf8)
    }
}
