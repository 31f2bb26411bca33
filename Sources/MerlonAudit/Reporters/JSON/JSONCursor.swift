import MerlonCore

/// A value of a JSON document together with where it stands, so that an error names the place: `report.json: targets[0].path`.
struct JSONCursor {
    let value: JSONValue
    let file: String
    let path: String

    init(_ value: JSONValue, file: String, path: String = "") {
        self.value = value
        self.file = file
        self.path = path
    }

    func error(_ reason: String) -> AuditError { AuditError(.malformed, at: path.isEmpty ? file : "\(file): \(path)", reason) }

    /// The member, which must be there.
    subscript(name: String) -> JSONCursor {
        get throws(AuditError) {
            guard let member = optional(name) else { throw error("\"\(name)\" is missing") }
            return member
        }
    }

    /// The member, or `nil` when it is absent or null.
    func optional(_ name: String) -> JSONCursor? {
        guard let member = value[name], !member.isNull else { return nil }
        return JSONCursor(member, file: file, path: path.isEmpty ? name : "\(path).\(name)")
    }

    var string: String {
        get throws(AuditError) {
            guard let string = value.string else { throw error("no string") }
            return string
        }
    }

    var boolean: Bool {
        get throws(AuditError) {
            guard let boolean = value.boolean else { throw error("neither true nor false") }
            return boolean
        }
    }

    /// A whole number from 0 to 2^31 - 1.
    var count: Int {
        get throws(AuditError) {
            guard let integer = value.integer, (0...Int64(Int32.max)).contains(integer) else { throw error("no whole number in range") }
            return Int(integer)
        }
    }

    var time: WallTime {
        get throws(AuditError) {
            guard let time = WallTime(iso8601: try string) else { throw error("no time such as 2026-11-30T09:55:00Z") }
            return time
        }
    }

    /// A case of an enumeration by its raw value.
    func one<Value: RawRepresentable>(of type: Value.Type) throws(AuditError) -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: try string) else { throw error("unknown value") }
        return value
    }

    /// The elements, each read by `read`.
    func list<Element>(_ read: (JSONCursor) throws(AuditError) -> Element) throws(AuditError) -> [Element] {
        guard let elements = value.array else { throw error("no list") }
        var result: [Element] = []
        for (index, element) in elements.enumerated() {
            result.append(try read(JSONCursor(element, file: file, path: "\(path)[\(index)]")))
        }
        return result
    }

    var strings: [String] {
        get throws(AuditError) { try list { (element) throws(AuditError) in try element.string } }
    }
}
