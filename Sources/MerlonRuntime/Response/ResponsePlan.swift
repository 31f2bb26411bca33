import MerlonCore

/// Which responses belong to which level of verdict. Data, like the policy.
public struct ResponsePlan: Hashable, Codable, Sendable {
    /// When the process is suspicious.
    public var suspicious: [Response]
    /// When it is compromised.
    public var compromised: [Response]

    /// Makes a plan.
    public init(suspicious: [Response], compromised: [Response]) {
        self.suspicious = suspicious
        self.compromised = compromised
    }

    /// Reports both; asks for a further proof when suspicious; withholds keys and answers late when compromised.
    public static let standard = ResponsePlan(
        suspicious: [.report, .stepUp], compromised: [.report, .withholdKeys, .delay(.seconds(2))])

    /// The responses to a verdict; none to a clear one.
    public func responses(to verdict: ShieldVerdict) -> [Response] {
        switch verdict.level {
        case .clear: []
        case .suspicious: suspicious
        case .compromised: compromised
        }
    }
}
