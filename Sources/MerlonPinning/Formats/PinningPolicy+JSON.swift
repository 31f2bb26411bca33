public import MerlonCore

extension PinningPolicy {
    /// The largest file of pins, in bytes.
    public static let maximumFileByteCount = 1 << 20

    /// Reads a policy from JSON. Strict: a member that is not known is refused, since a misspelt one would be a weaker policy.
    ///
    /// ```json
    /// {
    ///   "version": 1,
    ///   "otherHosts": "reject",
    ///   "hosts": [{
    ///     "host": "api.example.org",
    ///     "includeSubdomains": true,
    ///     "exclude": ["status.api.example.org"],
    ///     "pins": ["spki-sha256:…@ca", "spki-sha256:…@ca"],
    ///     "require": "any-pin",
    ///     "expires": "2027-06-30",
    ///     "afterExpiry": "reject",
    ///     "mode": "enforce"
    ///   }]
    /// }
    /// ```
    /// Only `version`, `hosts`, and of each host `host` and `pins` are needed; the rest is shown with its default, but for `exclude` and
    /// `expires`, which have none. Anchors are not part of the file: whom to trust is said in code.
    ///
    /// - Throws: ``PinningError/Code/malformed``, ``PinningError/Code/limitExceeded``, and what ``PinSet`` throws.
    public init(json bytes: [UInt8], anchors: TrustAnchors = .system) throws(PinningError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes, limits: JSONLimits(size: Self.maximumFileByteCount, depth: 8))
        } catch {
            let code: PinningError.Code = error.code == .sizeExceeded ? .limitExceeded : .malformed
            throw PinningError(code, "The file of pins is no JSON that can be read: \(error.code.rawValue), at byte \(error.offset).")
        }
        try self.init(json: value, anchors: anchors)
    }

    /// Reads a policy from a JSON value that was parsed already; see ``init(json:anchors:)-([UInt8],_)``.
    public init(json value: JSONValue, anchors: TrustAnchors = .system) throws(PinningError) {
        let members = try Members(value, "the file of pins", ["version", "hosts"], ["otherHosts"])
        guard members["version"]?.wholeNumber == 1 else { throw members.failure("has another version than 1") }
        guard let hosts = members["hosts"]?.array else { throw members.failure("has no array of hosts") }
        guard hosts.count <= Self.maximumPinSets else { throw PinningError(.limitExceeded, "More than \(Self.maximumPinSets) hosts.") }
        var sets: [PinSet] = []
        for host in hosts { sets.append(try PinSet(json: host)) }
        let others = try members.choice("otherHosts", OtherHosts.reject, OtherHosts.init(rawValue:))
        try self.init(sets, otherHosts: others, anchors: anchors)
    }

    /// The policy as JSON, without its anchors: the same policy gives the same text.
    public var json: JSONValue {
        .object(["version": 1, "otherHosts": .string(otherHosts.rawValue), "hosts": .array(pinSets.map(\.json))])
    }
}

extension PinSet {
    init(json value: JSONValue) throws(PinningError) {
        let members = try Members(
            value, "a host", ["host", "pins"], ["includeSubdomains", "exclude", "require", "expires", "afterExpiry", "mode"])
        guard let name = members["host"]?.string else { throw members.failure("has no host name") }
        let host = try HostName(name)
        var pins: [Pin] = []
        for text in try members.strings("pins") { pins.append(try Pin(text)) }
        var excluded: [HostName] = []
        for text in try members.strings("exclude") { excluded.append(try HostName(text)) }
        let includesSubdomains = try members.boolean("includeSubdomains")
        var expiry: Expiry?
        if let date = members["expires"] {
            guard let text = date.string else { throw members.failure("has an expiry that is no text") }
            expiry = try Expiry(iso8601: text, afterwards: try members.choice("afterExpiry", .reject, Expiry.Afterwards.init(rawValue:)))
        } else if members["afterExpiry"] != nil {
            throw members.failure("says what happens after an expiry that it does not have")
        }
        try self.init(
            host: host, pins: pins, includingSubdomains: includesSubdomains, excluding: excluded,
            requiring: try members.choice("require", .anyPin, Requirement.init(rawValue:)), expiry: expiry,
            mode: try members.choice("mode", .enforce, Mode.init(rawValue:)))
    }

    /// The set as it stands in a file of pins: what has its default value is left out.
    public var json: JSONValue {
        .members([
            "host": .string(host.description), "pins": .array(pins.map { .string($0.description) }),
            "includeSubdomains": includesSubdomains ? true : nil,
            "exclude": excludedNames.isEmpty ? nil : .array(excludedNames.map { .string($0.description) }),
            "require": requirement == .anyPin ? nil : .string(requirement.rawValue),
            "expires": expiry.map { .string($0.date.iso8601) },
            "afterExpiry": expiry.flatMap { $0.afterwards == .reject ? nil : .string($0.afterwards.rawValue) },
            "mode": mode == .enforce ? nil : .string(mode.rawValue),
        ])
    }
}
