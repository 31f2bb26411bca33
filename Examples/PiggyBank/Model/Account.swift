import MerlonCore
public import MerlonPrivacy

/// One of the person's accounts. Number and balance are in no log, dump or crash report that this value ends up in.
public struct Account: Identifiable, Equatable, Sendable {
    public let id: String
    public let name: String
    @Sensitive public private(set) var iban: String
    @Sensitive public private(set) var cents: Int64

    /// The balance as people read it.
    public var balance: String { Self.amount(cents) }

    /// `1234` as `12.34`.
    static func amount(_ cents: Int64) -> String {
        let (whole, part) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(cents < 0 ? "-" : "")\(whole).\(part < 10 ? "0" : "")\(part)"
    }

    /// The accounts of the bank's answer, or of what was kept of it; `nil` when it is none.
    static func list(_ json: [UInt8]) -> [Account]? {
        // Limits before work: the answer comes from outside, even when it comes from the bank.
        guard let value = try? JSONValue(parsing: json, limits: JSONLimits(size: 1 << 20, depth: 8)),
            let entries = value["accounts"]?.array,
            entries.count <= 100
        else { return nil }
        var accounts: [Account] = []
        for entry in entries {
            guard let id = entry["id"]?.string, let name = entry["name"]?.string, let iban = entry["iban"]?.string,
                let cents = entry["cents"]?.integer
            else { return nil }
            accounts.append(Account(id: id, name: name, iban: iban, cents: cents))
        }
        return accounts
    }

    init(id: String, name: String, iban: String, cents: Int64) {
        self.id = id
        self.name = name
        _iban = Sensitive(wrappedValue: iban)
        _cents = Sensitive(wrappedValue: cents)
    }
}
