public import MerlonCore

/// What a report says: the decision and its evidence. Nothing about the user, the device, the request, or who is logged in.
public struct PinReport: Sendable {
    /// When.
    public let date: WallTime
    /// The host that was asked for.
    public let host: HostName
    /// What was decided.
    public let decision: Evaluation.Decision
    /// Why.
    public let reason: Evaluation.Reason
    /// The pins that were asked for.
    public let pins: [Pin]
    /// The chain that the platform had validated, leaf first.
    public let chain: [Certificate]

    /// The report of an evaluation.
    public init(_ evaluation: Evaluation, at date: WallTime) {
        self.date = date
        host = evaluation.host
        decision = evaluation.decision
        reason = evaluation.reason
        pins = evaluation.pinSet?.pins ?? []
        chain = evaluation.chain.certificates
    }

    /// The report as JSON: certificates as Base64 of their DER, so that whoever reads it can see who stood in between.
    public var json: JSONValue {
        .object([
            "date": .string(date.iso8601), "host": .string(host.description), "decision": .string(decision.rawValue),
            "reason": .string(reason.rawValue), "pins": .array(pins.map { .string($0.description) }),
            "chain": .array(chain.map { .string(Base64Text.encode($0.der)) }),
        ])
    }
}
