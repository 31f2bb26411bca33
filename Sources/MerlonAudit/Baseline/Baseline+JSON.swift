import MerlonCore

extension Baseline {
    /// Reads a baseline. `path` is for the error's text.
    public init(parsing text: [UInt8], path: String) throws(AuditError) {
        let document: JSONValue
        do { document = try JSONValue(parsing: text) } catch {
            throw AuditError(.malformed, at: path, offset: UInt64(error.offset), "not JSON: \(error.code.rawValue)")
        }
        guard let version = document["version"]?.integer, let entries = document["entries"]?.array else {
            throw AuditError(.malformed, at: path, "a baseline has a \"version\" and \"entries\"")
        }
        guard version == Self.version else {
            throw AuditError(.unsupported, at: path, "baseline of version \(version); this Merlon reads version \(Self.version)")
        }
        self.entries = []
        for (index, entry) in entries.enumerated() {
            self.entries.append(try BaselineEntry(entry, at: "\(path): entry \(index + 1)"))
        }
    }

    /// The file's text, the same for the same entries.
    public var serialized: String {
        JSONValue.object(["version": .integer(Self.version), "entries": .array(entries.map(\.json))]).serialized(pretty: true)
    }
}

extension BaselineEntry {
    private static let members: Set<String> = ["fingerprint", "rule", "artifact", "place", "reason", "expires"]

    init(_ value: JSONValue, at place: String) throws(AuditError) {
        guard let object = value.object else { throw AuditError(.malformed, at: place, "not an object") }
        if let unknown = object.keys.filter({ !Self.members.contains($0) }).min() {
            let hint = NearestName.of(unknown, among: Self.members).map { "Did you mean \"\($0)\"?" }
            throw AuditError(.malformed, at: place, "unknown member \"\(unknown)\"", hint: hint)
        }
        guard let fingerprint = object["fingerprint"]?.string.flatMap({ Fingerprint($0) }) else {
            throw AuditError(.malformed, at: place, "\"fingerprint\" is not 32 hexadecimal digits")
        }
        guard let rule = object["rule"]?.string, let artifact = object["artifact"]?.string else {
            throw AuditError(.malformed, at: place, "\"rule\" and \"artifact\" are missing or no strings")
        }
        guard let reason = object["reason"]?.string, reason.contains(where: { !$0.isWhitespace }) else {
            throw AuditError(.malformed, at: place, "\"reason\" is missing or empty")
        }
        var expires: WallTime?
        if let written = object["expires"] {
            guard let time = written.string.flatMap({ WallTime(iso8601: $0) }) else {
                throw AuditError(.malformed, at: place, "\"expires\" is no day such as 2027-01-31")
            }
            expires = time
        }
        if let words = object["place"], words.string == nil { throw AuditError(.malformed, at: place, "\"place\" is no string") }
        self.init(
            fingerprint: fingerprint, rule: rule, artifact: artifact, place: object["place"]?.string, reason: reason, expires: expires)
    }

    var json: JSONValue {
        .members([
            "fingerprint": .string(fingerprint.text), "rule": .string(rule), "artifact": .string(artifact),
            "place": place.map(JSONValue.string), "reason": .string(reason), "expires": expires.map { .string($0.iso8601) },
        ])
    }
}
