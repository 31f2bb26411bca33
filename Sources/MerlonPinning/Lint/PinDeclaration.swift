internal import MerlonCore

/// The pins of one host as a file declares them, right or wrong: what the lint reads in place of a ``PinSet``, which cannot be wrong.
struct PinDeclaration {
    var host: String
    var pins: [Pin] = []
    var includesSubdomains = false
    var requirement = PinSet.Requirement.anyPin
    var mode = PinSet.Mode.enforce
    var expiry: PinSet.Expiry?
    /// What could not be read.
    var findings: [PinLintFinding] = []
    /// Whether every entry was read, so that a missing pin is really missing.
    var isComplete = true

    init(host: String) { self.host = Self.shown(host) }

    mutating func add(_ pin: () throws(PinningError) -> Pin, _ text: String) {
        do throws(PinningError) {
            let pin = try pin()
            if pins.contains(pin) {
                findings.append(.init(.duplicatePin, .warning, host: host, "The pin \(pin) is listed twice."))
            } else {
                pins.append(pin)
            }
        } catch {
            isComplete = false
            findings.append(.init(.invalidPin, .error, host: host, "'\(Self.shown(text))' is no pin: \(error.reason)"))
        }
    }

    mutating func fail(_ reason: String) {
        isComplete = false
        findings.append(.init(.malformed, .error, host: host, reason))
    }

    static func shown(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(120).map { $0.isUnsafeToShow ? "\u{FFFD}" : $0 }))
    }
}

/// All declarations of a file.
struct PinDeclarations {
    var hosts: [PinDeclaration] = []
    var findings: [PinLintFinding] = []

    /// From an Info.plist, its `NSAppTransportSecurity` or its `NSPinnedDomains`.
    init(pinnedDomains list: PropertyList) {
        let domains = list["NSAppTransportSecurity"]?["NSPinnedDomains"] ?? list["NSPinnedDomains"] ?? list
        guard let domains = domains.dictionary else {
            findings.append(.init(.malformed, .error, host: nil, "NSPinnedDomains is no dictionary."))
            return
        }
        if domains.isEmpty { findings.append(.init(.malformed, .error, host: nil, "NSPinnedDomains names no domain.")) }
        for (name, settings) in domains.sorted(by: { $0.key < $1.key }).prefix(PinningPolicy.maximumPinSets) {
            hosts.append(Self.declaration(domain: name, settings))
        }
    }

    private static func declaration(domain name: String, _ settings: PropertyList) -> PinDeclaration {
        var declaration = PinDeclaration(host: name)
        guard let settings = settings.dictionary else {
            declaration.fail("The settings are no dictionary.")
            return declaration
        }
        for key in settings.keys.sorted()
        where ![PinnedDomainKeys.leaf, PinnedDomainKeys.authority, PinnedDomainKeys.subdomains].contains(key) {
            declaration.fail("The key '\(PinDeclaration.shown(key))' is not known.")
        }
        for (key, position) in [(PinnedDomainKeys.leaf, Pin.Position.leaf), (PinnedDomainKeys.authority, .authority)] {
            guard let value = settings[key] else { continue }
            guard let identities = value.array else {
                declaration.fail("\(key) is no array.")
                continue
            }
            for identity in identities.prefix(PinSet.maximumPins) {
                guard let text = identity[PinnedDomainKeys.digest]?.string, identity.dictionary?.count == 1 else {
                    declaration.fail("An identity is no dictionary with \(PinnedDomainKeys.digest) alone.")
                    continue
                }
                declaration.add({ () throws(PinningError) in try Pin(publicKey: text, at: position) }, text)
            }
        }
        declaration.includesSubdomains = settings[PinnedDomainKeys.subdomains]?.boolean ?? false
        if Set(declaration.pins.map(\.position)).count == 2 { declaration.requirement = .leafAndAuthority }
        return declaration
    }

    /// From Merlon's own file of pins.
    init(json value: JSONValue) {
        guard let members = value.object, members["version"]?.wholeNumber == 1, let hosts = members["hosts"]?.array else {
            findings.append(.init(.malformed, .error, host: nil, "The file has no version 1 and no array of hosts."))
            return
        }
        for name in members.keys.sorted() where !["version", "hosts", "otherHosts"].contains(name) {
            findings.append(.init(.malformed, .error, host: nil, "The member '\(PinDeclaration.shown(name))' is not known."))
        }
        if members["otherHosts"]?.string == PinningPolicy.OtherHosts.dangerouslyAllowUnpinned.rawValue {
            findings.append(
                .init(.otherHostsUnpinned, .warning, host: nil, "Hosts that are not named go unpinned, redirects to them included."))
        }
        for host in hosts.prefix(PinningPolicy.maximumPinSets) { self.hosts.append(Self.declaration(json: host)) }
    }

    private static func declaration(json value: JSONValue) -> PinDeclaration {
        var declaration = PinDeclaration(host: value["host"]?.string ?? "")
        let texts = value["pins"]?.array?.compactMap(\.string) ?? []
        for text in texts.prefix(PinSet.maximumPins) { declaration.add({ () throws(PinningError) in try Pin(text) }, text) }
        declaration.includesSubdomains = value["includeSubdomains"] == .boolean(true)
        declaration.requirement = value["require"]?.string.flatMap(PinSet.Requirement.init(rawValue:)) ?? .anyPin
        declaration.mode = value["mode"]?.string.flatMap(PinSet.Mode.init(rawValue:)) ?? .enforce
        if let text = value["expires"]?.string {
            let afterwards = value["afterExpiry"]?.string.flatMap(PinSet.Expiry.Afterwards.init(rawValue:)) ?? .reject
            declaration.expiry = try? PinSet.Expiry(iso8601: text, afterwards: afterwards)
        }
        // Whatever else the strict reader refuses, in its words; what the lint says itself is left to it.
        do throws(PinningError) { _ = try PinSet(json: value) } catch {
            if [.malformed, .invalidArgument, .limitExceeded].contains(error.code) { declaration.fail(error.reason) }
        }
        return declaration
    }
}
