/// One thing that is wrong, or soon will be, with a set of pins.
public struct PinLintFinding: Hashable, Sendable {
    /// How bad it is.
    public enum Severity: String, Hashable, Sendable, Comparable {
        /// Worth knowing.
        case note
        /// Will hurt one day.
        case warning
        /// Does not protect, or locks users out.
        case error

        public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
        private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }
    }

    /// What it is; the names are stable.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The file cannot be read, or a part of it has another form.
        case malformed = "malformed"
        /// A host name that no server can have.
        case invalidHost = "invalid-host"
        /// A pin that is not the Base64 of 32 bytes, or has another form.
        case invalidPin = "invalid-pin"
        /// Fewer than two different pins (of a kind, where both must match).
        case backupMissing = "backup-missing"
        /// The same pin twice.
        case duplicatePin = "duplicate-pin"
        /// Two entries for one host.
        case duplicateHost = "duplicate-host"
        /// Subdomains of a name that many owners share.
        case publicSuffix = "public-suffix"
        /// Mismatches are reported and not refused.
        case reportOnly = "report-only"
        /// The pins have expired.
        case pinsExpired = "pins-expired"
        /// The pins expire soon.
        case pinsExpireSoon = "pins-expire-soon"
        /// After their expiry the pins are silently gone.
        case unpinnedAfterExpiry = "unpinned-after-expiry"
        /// Hosts that are not named go unpinned.
        case otherHostsUnpinned = "other-hosts-unpinned"
        /// Every pin is of a server's own key or certificate: each change of it needs a new pin first.
        case leafPinsOnly = "leaf-pins-only"
        /// A whole-certificate pin: it breaks with the certificate's renewal.
        case certificatePin = "certificate-pin"
        /// No pin is in the chain that the server has now: every connection is refused.
        case noPinInChain = "no-pin-in-chain"
        /// Every pin is in the chain that the server has now: there is none for the day when it changes.
        case noPinOutsideChain = "no-pin-outside-chain"
        /// A pin that its position keeps from ever matching the certificate whose key it has.
        case unreachablePin = "unreachable-pin"
        /// A pinned certificate has expired or expires soon.
        case certificateExpiry = "certificate-expiry"
        /// The day on which the present certificate's end will break the app, or may.
        case breaksOnExpiry = "breaks-on-expiry"
        /// The only pin in the chain is that of a root: everything that this authority ever signs is accepted.
        case rootOnly = "root-only"
    }

    /// What it is.
    public let kind: Kind
    /// How bad it is.
    public let severity: Severity
    /// The host, as the file has it; `nil` when it is about the file.
    public let host: String?
    /// In words.
    public let message: String

    init(_ kind: Kind, _ severity: Severity, host: String?, _ message: String) {
        self.kind = kind
        self.severity = severity
        self.host = host
        self.message = message
    }
}
