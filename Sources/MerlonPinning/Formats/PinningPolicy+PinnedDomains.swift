public import MerlonCore

extension PinningPolicy {
    /// Reads the pins that an Info.plist has for App Transport Security: the property list as a whole, its `NSAppTransportSecurity`, or its
    /// `NSPinnedDomains`.
    ///
    /// Stricter than the system: each domain needs a backup pin (of each kind, where both kinds are listed, since both must then match), and
    /// `NSIncludesSubdomains` reaches names at any depth, where the system reaches one level. A key that is not known, and an identity that is
    /// not the Base64 of 32 bytes, is an error; the system passes over it.
    ///
    /// - Throws: ``PinningError/Code/malformed`` when there are no pinned domains or they have another form, and what ``PinSet`` throws.
    public init(
        pinnedDomains list: PropertyList, otherHosts: OtherHosts = .reject, anchors: TrustAnchors = .system
    ) throws(PinningError) {
        let domains = list["NSAppTransportSecurity"]?["NSPinnedDomains"] ?? list["NSPinnedDomains"] ?? list
        guard let domains = domains.dictionary, !domains.isEmpty else {
            throw PinningError(.malformed, "The property list has no NSPinnedDomains.")
        }
        guard domains.count <= Self.maximumPinSets else { throw PinningError(.limitExceeded, "More than \(Self.maximumPinSets) domains.") }
        var sets: [PinSet] = []
        for (name, settings) in domains.sorted(by: { $0.key < $1.key }) { sets.append(try PinSet(domain: name, settings)) }
        // A dictionary has no order: by the names as they are compared, so that the same pins are the same policy however they are written.
        try self.init(sets.sorted { $0.host < $1.host }, otherHosts: otherHosts, anchors: anchors)
    }

    /// Reads such a property list from its bytes, in any of its formats.
    public init(
        infoPlist bytes: [UInt8], otherHosts: OtherHosts = .reject, anchors: TrustAnchors = .system
    ) throws(PinningError) {
        let limits = PropertyListLimits(
            size: Self.maximumFileByteCount, depth: 32, objects: 100_000, contentBytes: Self.maximumFileByteCount)
        let list: PropertyList
        do throws(PropertyListError) { list = try PropertyListReader.read(bytes, limits: limits) } catch {
            throw PinningError(error.code == .limitExceeded ? .limitExceeded : .malformed, "The property list \(error.reason).")
        }
        try self.init(pinnedDomains: list, otherHosts: otherHosts, anchors: anchors)
    }

    /// The policy as `NSPinnedDomains`, for an Info.plist.
    ///
    /// - Throws: ``PinningError/Code/unsupported`` for what App Transport Security cannot say: pins of whole certificates or of any place in the
    ///   chain, excluded names, an expiry, report-only.
    public func pinnedDomains() throws(PinningError) -> PropertyList {
        var domains: [String: PropertyList] = [:]
        for set in pinSets {
            guard set.excludedNames.isEmpty, set.expiry == nil, set.mode == .enforce, !set.host.isAddress else {
                throw PinningError(.unsupported, "NSPinnedDomains has no exclusions, expiry, report-only or addresses, as \(set.host) has.")
            }
            let kinds = Set(set.pins.map(\.position))
            guard set.pins.allSatisfy({ $0.kind == .publicKey && $0.position != .anywhere }),
                (kinds.count == 2) == (set.requirement == .leafAndAuthority)
            else {
                throw PinningError(
                    .unsupported, "NSPinnedDomains needs public-key pins of \(set.host) that are all of leaves or all of authorities.")
            }
            var settings: [String: PropertyList] = set.includesSubdomains ? ["NSIncludesSubdomains": .boolean(true)] : [:]
            for kind in kinds {
                let key = kind == .leaf ? PinnedDomainKeys.leaf : PinnedDomainKeys.authority
                settings[key] = .array(
                    set.pins.filter { $0.position == kind }.map { .dictionary([PinnedDomainKeys.digest: .string($0.digest.base64)]) })
            }
            domains[set.host.description] = .dictionary(settings)
        }
        return .dictionary(domains)
    }
}

/// Names in `NSPinnedDomains`.
enum PinnedDomainKeys {
    static let leaf = "NSPinnedLeafIdentities"
    static let authority = "NSPinnedCAIdentities"
    static let subdomains = "NSIncludesSubdomains"
    static let digest = "SPKI-SHA256-BASE64"
}

extension PinSet {
    init(domain name: String, _ settings: PropertyList) throws(PinningError) {
        let host = try HostName(name)
        guard let settings = settings.dictionary,
            settings.keys.allSatisfy({ [PinnedDomainKeys.leaf, PinnedDomainKeys.authority, PinnedDomainKeys.subdomains].contains($0) })
        else { throw PinningError(.malformed, "The settings of \(host) are no dictionary, or have a key that is not known.") }
        var pins: [Pin] = []
        for (key, position) in [(PinnedDomainKeys.leaf, Pin.Position.leaf), (PinnedDomainKeys.authority, .authority)] {
            guard let identities = settings[key] else { continue }
            guard let identities = identities.array else { throw PinningError(.malformed, "\(key) of \(host) is no array.") }
            for identity in identities {
                guard let identity = identity.dictionary, identity.count == 1, let text = identity[PinnedDomainKeys.digest]?.string else {
                    throw PinningError(.malformed, "An identity of \(host) is no dictionary with \(PinnedDomainKeys.digest) alone.")
                }
                pins.append(try Pin(publicKey: text, at: position))
            }
        }
        var includesSubdomains = false
        if let value = settings[PinnedDomainKeys.subdomains] {
            guard let boolean = value.boolean else { throw PinningError(.malformed, "NSIncludesSubdomains of \(host) is no truth value.") }
            includesSubdomains = boolean
        }
        let requirement: Requirement = Set(pins.map(\.position)).count == 2 ? .leafAndAuthority : .anyPin
        try self.init(host: host, pins: pins, includingSubdomains: includesSubdomains, requiring: requirement)
    }
}
