internal import MerlonCore

/// The members of a JSON object, of which all names are known.
struct Members {
    private let members: [String: JSONValue]
    private let what: String

    init(_ value: JSONValue, _ what: String, _ required: Set<String>, _ optional: Set<String>) throws(PinningError) {
        guard let members = value.object else { throw PinningError(.malformed, "In the file, \(what) is no object.") }
        self.members = members
        self.what = what
        for name in required.sorted() where members[name] == nil { throw failure("lacks '\(name)'") }
        guard members.keys.allSatisfy({ required.contains($0) || optional.contains($0) }) else {
            throw failure("has a member that is not known; those that are: \(required.union(optional).sorted().joined(separator: ", "))")
        }
    }

    subscript(name: String) -> JSONValue? { members[name] }

    func failure(_ reason: String) -> PinningError { PinningError(.malformed, "In the file, \(what) \(reason).") }

    /// An array of texts; empty without the member.
    func strings(_ name: String) throws(PinningError) -> [String] {
        guard let value = members[name] else { return [] }
        let texts = value.array?.compactMap(\.string)
        guard let texts, texts.count == value.array?.count else { throw failure("has a '\(name)' that is no array of texts") }
        return texts
    }

    func boolean(_ name: String) throws(PinningError) -> Bool {
        guard let value = members[name] else { return false }
        guard case .boolean(let boolean) = value else { throw failure("has a '\(name)' that is neither true nor false") }
        return boolean
    }

    func choice<Value>(_ name: String, _ standard: Value, _ make: (String) -> Value?) throws(PinningError) -> Value {
        guard let value = members[name] else { return standard }
        guard let text = value.string, let choice = make(text) else { throw failure("has a '\(name)' that is none of its values") }
        return choice
    }
}
