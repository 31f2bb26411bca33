internal import MerlonCore

/// What a policy says of one chain: a value with its reason and evidence, never just a Bool.
public struct Evaluation: Sendable {
    /// What to do with the connection.
    public enum Decision: String, Hashable, Sendable {
        /// Use it.
        case accept
        /// Use it, and tell whoever takes reports.
        case acceptWithReport = "accept-with-report"
        /// Close it.
        case reject
    }

    /// Why.
    public enum Reason: String, Hashable, Sendable {
        /// A pin matches.
        case pinMatched = "pin-matched"
        /// No pin of the host matches any certificate of the chain.
        case noPinMatched = "no-pin-matched"
        /// The host's pins have expired.
        case pinsExpired = "pins-expired"
        /// The host is not in the policy.
        case hostNotPinned = "host-not-pinned"
        /// The chain was validated for another host.
        case chainForOtherHost = "chain-for-other-host"
    }

    /// What to do with the connection.
    public let decision: Decision
    /// Why.
    public let reason: Reason
    /// The chain.
    public let chain: ValidatedChain
    /// The host that was asked about.
    public let host: HostName
    /// The set that speaks for the host, if any does.
    public let pinSet: PinSet?
    /// The pin that matched, and the place of its certificate in the chain.
    public let match: Match?

    /// A pin and the certificate that has it.
    public struct Match: Hashable, Sendable {
        /// The pin.
        public let pin: Pin
        /// The certificate's place in the chain, 0 for the server's own.
        public let index: Int
    }

    /// Whether the connection may be used.
    public var isAccepted: Bool { decision != .reject }

    /// The decision for a person, with what was asked for and what was there.
    public var explanation: String {
        switch reason {
        case .pinMatched:
            guard let match else { return "A pin of \(host) matches." }
            return "\(match.pin) of \(host) matches certificate \(match.index), \(chain.certificates[match.index].subjectName)."
        case .noPinMatched:
            let seen = chain.certificates.map { "\($0.subjectName) has \($0.publicKeyDigest)" }.joined(separator: "; ")
            return "None of the \(pinSet?.pins.count ?? 0) pins of \(pinSet?.host ?? host) is in the chain of \(host): \(seen)."
        case .pinsExpired: return "The pins of \(pinSet?.host ?? host) expired on \(pinSet?.expiry?.date.iso8601 ?? "")."
        case .hostNotPinned: return "\(host) is not in the policy."
        case .chainForOtherHost: return "The chain was validated for \(chain.host) and not for \(host)."
        }
    }
}

extension Evaluation: CustomStringConvertible {
    public var description: String { "\(decision.rawValue) (\(reason.rawValue)): \(explanation)" }
}
