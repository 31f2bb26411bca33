public import MerlonCore

/// Which hosts must show which pins, and what about all others.
///
/// A value: a change of pins is another policy, and connections that were made under the old one are not carried over by Merlon's transports.
public struct PinningPolicy: Sendable {
    /// What happens with hosts for which no set speaks.
    public enum OtherHosts: String, Hashable, Sendable {
        /// They are refused: the policy names all hosts. Also the answer to redirects and to addresses that someone slipped in.
        case reject
        /// They are accepted on the platform's trust alone: for a session that also loads what is nobody's own, such as pictures.
        case dangerouslyAllowUnpinned = "dangerously-allow-unpinned"
    }

    /// The sets, in the order given.
    public let pinSets: [PinSet]
    /// What happens with hosts for which no set speaks.
    public let otherHosts: OtherHosts
    /// Whom the platform's validator may trust in the end.
    public let anchors: TrustAnchors
    private let index: [HostKey: Int]

    /// The most sets of one policy.
    public static let maximumPinSets = 1000

    /// Makes a policy. Throws ``PinningError/Code/duplicateHost`` for two sets of one host, and ``PinningError/Code/limitExceeded``.
    public init(_ pinSets: [PinSet], otherHosts: OtherHosts = .reject, anchors: TrustAnchors = .system) throws(PinningError) {
        guard pinSets.count <= Self.maximumPinSets else { throw PinningError(.limitExceeded, "More than \(Self.maximumPinSets) hosts.") }
        if case .only(let certificates) = anchors, certificates.isEmpty {
            throw PinningError(.invalidArgument, "A policy that trusts nobody: name at least one anchor.")
        }
        var index: [HostKey: Int] = [:]
        for (position, set) in pinSets.enumerated() {
            guard index.updateValue(position, forKey: HostKey(set.host.description.utf8[...])) == nil else {
                throw PinningError(.duplicateHost, "\(set.host) has two sets of pins.")
            }
        }
        self.pinSets = pinSets
        self.otherHosts = otherHosts
        self.anchors = anchors
        self.index = index
    }

    /// The set that speaks for a host: its own, or the nearest of a parent that includes subdomains. An excluded name has none, also not from
    /// further up.
    public func pinSet(for host: HostName) -> PinSet? {
        let name = host.description.utf8
        if let position = index[HostKey(name[...])] { return pinSets[position] }
        guard !host.isAddress else { return nil }
        var start = name.startIndex
        while let dot = name[start...].firstIndex(of: UInt8(ascii: ".")) {
            start = name.index(after: dot)
            guard let position = index[HostKey(name[start...])], pinSets[position].includesSubdomains else { continue }
            return pinSets[position].excludes(host) ? nil : pinSets[position]
        }
        return nil
    }

    /// Whether a connection to the host may be tried at all. Throws ``PinningError/Code/hostNotInPolicy``, or, for plain HTTP to any host,
    /// ``PinningError/Code/insecureURL``.
    public func checkRequest(to url: HTTPURL) throws(PinningError) {
        guard url.scheme == .https else {
            throw PinningError(.insecureURL, "\(url.host) would be asked over plain HTTP, which nothing can pin.")
        }
        guard otherHosts == .dangerouslyAllowUnpinned || pinSet(for: url.host) != nil else {
            throw PinningError(.hostNotInPolicy, "\(url.host) is not in the policy, which names all hosts.")
        }
    }

    /// What the policy says of a chain that the platform has validated for `host`. Pure: the same arguments give the same answer.
    ///
    /// `now` decides about the expiry of pins alone; the dates of certificates are the platform's business.
    public func evaluate(_ chain: ValidatedChain, host: HostName, now: WallTime) -> Evaluation {
        guard chain.host == host else {
            return Evaluation(decision: .reject, reason: .chainForOtherHost, chain: chain, host: host, pinSet: nil, match: nil)
        }
        guard let set = pinSet(for: host) else {
            let decision: Evaluation.Decision = otherHosts == .reject ? .reject : .accept
            return Evaluation(decision: decision, reason: .hostNotPinned, chain: chain, host: host, pinSet: nil, match: nil)
        }
        if let expiry = set.expiry, now >= expiry.date {
            let decision: Evaluation.Decision = expiry.afterwards == .reject && set.mode == .enforce ? .reject : .acceptWithReport
            return Evaluation(decision: decision, reason: .pinsExpired, chain: chain, host: host, pinSet: set, match: nil)
        }
        if let match = set.match(in: chain) {
            return Evaluation(decision: .accept, reason: .pinMatched, chain: chain, host: host, pinSet: set, match: match)
        }
        let decision: Evaluation.Decision = set.mode == .enforce ? .reject : .acceptWithReport
        return Evaluation(decision: decision, reason: .noPinMatched, chain: chain, host: host, pinSet: set, match: nil)
    }
}

extension PinningPolicy: Equatable {
    public static func == (left: PinningPolicy, right: PinningPolicy) -> Bool {
        left.pinSets == right.pinSets && left.otherHosts == right.otherHosts && left.anchors == right.anchors
    }
}

extension PinSet {
    /// The match nearest to the server's own certificate, when there are as many as the set requires.
    fileprivate func match(in chain: ValidatedChain) -> Evaluation.Match? {
        var first: Evaluation.Match?
        for position in 0..<chain.certificates.count {
            for pin in pins where pin.matches(chain.certificates[position], at: position) {
                let match = Evaluation.Match(pin: pin, index: position)
                if requirement == .anyPin { return match }
                if let leaf = first, leaf.index == 0, position > 0 { return leaf }
                if first == nil, position == 0 { first = match }
            }
        }
        return nil
    }
}

/// A host or the end of one, compared by its bytes where they are: looking up a parent costs no new string.
private struct HostKey: Hashable, Sendable {
    let bytes: Substring.UTF8View

    init(_ bytes: Substring.UTF8View) { self.bytes = bytes }

    static func == (left: HostKey, right: HostKey) -> Bool { left.bytes.elementsEqual(right.bytes) }

    func hash(into hasher: inout Hasher) {
        for byte in bytes { hasher.combine(byte) }
    }
}
