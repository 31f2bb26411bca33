public import MerlonCore

/// The pins of one host: at least two different ones, since a set with one locks everybody out on the day its key changes.
///
/// ```swift
/// let pins = try PinSet(
///     "api.example.org", Pin(publicKey: "…", at: .authority), backup: Pin(publicKey: "…", at: .authority), includingSubdomains: true)
/// ```
public struct PinSet: Hashable, Sendable {
    /// What happens with connections after a date.
    public struct Expiry: Hashable, Sendable {
        /// What is done then.
        public enum Afterwards: String, Hashable, Sendable {
            /// Every connection is refused: the app must be updated, or have taken a signed update.
            case reject
            /// Connections are accepted on the platform's trust alone, with a report. Whoever can set the device's clock forward has no pins
            /// against them.
            case dangerouslyAllowUnpinned = "dangerously-allow-unpinned"
        }

        /// The first moment at which the pins no longer hold.
        public let date: WallTime
        /// What is done then.
        public let afterwards: Afterwards

        /// Makes an expiry; what follows is refusal unless said otherwise.
        public init(_ date: WallTime, afterwards: Afterwards = .reject) {
            self.date = date
            self.afterwards = afterwards
        }

        /// From `2027-01-31` or `2027-01-31T12:00:00Z`. Any other form throws ``PinningError/Code/malformed``: an expiry that cannot be read
        /// must not mean never.
        public init(iso8601 text: String, afterwards: Afterwards = .reject) throws(PinningError) {
            guard let date = WallTime(iso8601: text) else {
                throw PinningError(.malformed, "The expiry is no date such as 2027-01-31 or 2027-01-31T12:00:00Z.")
            }
            self.init(date, afterwards: afterwards)
        }
    }

    /// What a mismatch does.
    public enum Mode: String, Hashable, Sendable {
        /// The connection is refused.
        case enforce
        /// The connection goes on, and a report says what would have been refused. For trying a set out; the lint finds it left on.
        case dangerouslyReportOnly = "report-only"
    }

    /// How many matches a chain needs.
    public enum Requirement: String, Hashable, Sendable {
        /// One, of any pin.
        case anyPin = "any-pin"
        /// Two: one of a leaf pin and one of an authority pin, as `NSPinnedDomains` has it when both kinds are listed. Each kind then needs a
        /// backup of its own.
        case leafAndAuthority = "leaf-and-ca"
    }

    /// The host; with ``includesSubdomains``, the parent of hosts.
    public let host: HostName
    /// At least two, all different, in the order given.
    public let pins: [Pin]
    /// Whether names below the host are under the same pins.
    public let includesSubdomains: Bool
    /// Names below the host, each with what is below it, that are not.
    public let excludedNames: [HostName]
    /// How many matches a chain needs.
    public let requirement: Requirement
    /// When the pins stop to hold; `nil` for never.
    public let expiry: Expiry?
    /// What a mismatch does.
    public let mode: Mode

    /// The most pins of one host.
    public static let maximumPins = 32
    /// The most excluded names of one host.
    public static let maximumExcludedNames = 64

    /// Makes a set of two pins or more.
    ///
    /// - Throws: ``PinningError/Code/invalidHost``; ``PinningError/Code/backupPinMissing`` when both pins have one digest;
    ///   ``PinningError/Code/publicSuffix`` for subdomains of a suffix that many owners share; ``PinningError/Code/invalidArgument`` for an excluded
    ///   name that is not below the host; ``PinningError/Code/limitExceeded``.
    public init(
        _ host: String, _ pin: Pin, backup: Pin, _ others: Pin..., includingSubdomains: Bool = false, excluding names: [String] = [],
        requiring requirement: Requirement = .anyPin, expiry: Expiry? = nil, mode: Mode = .enforce
    ) throws(PinningError) {
        var excluded: [HostName] = []
        for name in names { excluded.append(try HostName(name)) }
        try self.init(
            host: try HostName(host), pins: [pin, backup] + others, includingSubdomains: includingSubdomains, excluding: excluded,
            requiring: requirement, expiry: expiry, mode: mode)
    }

    /// Makes a set of pins that are not known before the program runs. Throws as ``init(_:_:backup:_:includingSubdomains:excluding:requiring:expiry:mode:)``.
    public init(
        host: HostName, pins: [Pin], includingSubdomains: Bool = false, excluding names: [HostName] = [],
        requiring requirement: Requirement = .anyPin, expiry: Expiry? = nil, mode: Mode = .enforce
    ) throws(PinningError) {
        guard pins.count <= Self.maximumPins, names.count <= Self.maximumExcludedNames else {
            throw PinningError(
                .limitExceeded, "More than \(Self.maximumPins) pins or \(Self.maximumExcludedNames) excluded names of \(host).")
        }
        var distinct: [Pin] = []
        for pin in pins where !distinct.contains(pin) { distinct.append(pin) }
        let kinds: [[Pin]] =
            requirement == .anyPin ? [distinct] : [Pin.Position.leaf, .authority].map { kind in distinct.filter { $0.position == kind } }
        guard kinds.allSatisfy({ Set($0.map(\.digest)).count >= 2 }) else {
            throw PinningError(
                .backupPinMissing,
                "\(host) has fewer than two different pins\(requirement == .anyPin ? "" : " of a kind"): its next key change would lock everybody out."
            )
        }
        guard requirement == .anyPin || kinds.joined().count == distinct.count else {
            throw PinningError(.invalidArgument, "\(host) asks for a leaf and an authority, and has a pin that is for either.")
        }
        if includingSubdomains {
            guard !host.isAddress else { throw PinningError(.invalidArgument, "An address has no subdomains.") }
            guard !PublicSuffixes.contains(host) else {
                throw PinningError(.publicSuffix, "\(host) is a public suffix: its subdomains belong to many owners.")
            }
        }
        for name in names where !includingSubdomains || !name.isSubdomain(of: host) {
            throw PinningError(.invalidArgument, "\(name) is excluded and is not under the pins of \(host) in the first place.")
        }
        self.host = host
        self.pins = distinct
        includesSubdomains = includingSubdomains
        excludedNames = names
        self.requirement = requirement
        self.expiry = expiry
        self.mode = mode
    }

    /// Whether the set speaks for `name`.
    public func covers(_ name: HostName) -> Bool {
        guard name != host else { return true }
        return includesSubdomains && name.isSubdomain(of: host) && !excludes(name)
    }

    func excludes(_ name: HostName) -> Bool { excludedNames.contains { name == $0 || name.isSubdomain(of: $0) } }
}
