public import MerlonCore

/// Releases a key only when a full sweep, made for this question, comes out clear.
///
/// Hand it to whatever keeps the key. A verdict is made anew each time and never kept: what attached since the last one is seen.
public struct ShieldCondition: ReleaseCondition {
    public let name: String
    private let sweep: @Sendable () async -> ShieldVerdict

    /// Makes a condition that asks this shield.
    public init(_ shield: Shield, name: String = "merlon-shield") {
        self.init(name: name) { await shield.sweep(.full) }
    }

    init(name: String, sweep: @escaping @Sendable () async -> ShieldVerdict) {
        self.name = name
        self.sweep = sweep
    }

    public func decide() async -> ReleaseDecision {
        let verdict = await sweep()
        guard verdict.level == .clear else {
            let ids = verdict.indicators.filter(\.category.isThreat).map(\.id)
            return .refuse(reason: "\(verdict.level)\(ids.isEmpty ? "" : ": " + ids.joined(separator: ", "))")
        }
        return .release
    }
}
