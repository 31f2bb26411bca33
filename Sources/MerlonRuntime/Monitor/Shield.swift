public import MerlonCore

/// The app's self-protection: gathers facts about its own process, judges them by a policy, and says what it found with evidence.
///
/// ```swift
/// let shield = Shield(policy: .bank)
/// let verdict = await shield.sweep()
/// if verdict.level != .clear { report(verdict.reasons) }
/// ```
/// It never exits, prints or connects to anything but the own machine, and works off the caller's actor. What it can tell is told by code in the
/// same process: who controls that process in full can make it say anything. It raises the cost of an attack; it does not replace a server's checks.
public actor Shield {
    /// How much is looked at.
    public enum Extent: String, Codable, CaseIterable, Sendable {
        /// What costs microseconds: tracer, parent, memory map, loader. Other detectors stay undecided.
        case cheap
        /// Everything.
        case full
    }

    /// What judges.
    public let policy: ShieldPolicy
    private let runner: ProbeRunner
    private let identity: AppIdentity?
    private let detectors: [Detector]
    /// The same, with those that need a full sweep left out.
    private let cheapDetectors: [Detector]
    private let time: any TimeSource

    /// Makes a shield.
    ///
    /// - Parameters:
    ///   - policy: What judges.
    ///   - identity: Who the app is: what the running program's identifiers, team, entitlements and origin are compared with (Apple).
    ///   - bindsDevice: Whether a mark is kept in the keychain and one beside the app's data, so that a sweep can say when the data came from another
    ///     device (Apple). Otherwise that is not known.
    ///   - manifest: What was shipped: what the program's code and files are compared with. Without one that is left undecided.
    ///   - timeSource: The clock.
    public init(
        policy: ShieldPolicy, identity: AppIdentity? = nil, bindsDevice: Bool = false, manifest: IntegrityManifest? = nil,
        timeSource: any TimeSource = SystemTimeSource()
    ) {
        let binding = bindsDevice ? ProbeRegistry.deviceBinding : []
        self.init(
            policy: policy, identity: identity,
            probes: ProbeRegistry.all + binding + (manifest.map { [ManifestProbe.probe($0)] } ?? []),
            // Those of other systems are not even made, unless the policy names what must have decided: a name of another system is no mistake.
            detectors: policy.requiredDetectors.isEmpty ? DetectorRegistry.own : DetectorRegistry.all, time: timeSource)
    }

    init(policy: ShieldPolicy, identity: AppIdentity? = nil, probes: [Probe], detectors: [Detector], time: any TimeSource) {
        self.policy = policy
        self.identity = identity
        self.detectors = detectors
        cheapDetectors = detectors.map { $0.tier == .cheap ? $0 : $0.leftOut }
        self.time = time
        runner = ProbeRunner(probes: probes, time: time)
    }

    /// Gathers facts and judges them. A probe that overruns its deadline is given up, and its detectors are undecided.
    public nonisolated(nonsending) func sweep(_ extent: Extent = .full) async -> ShieldVerdict {
        let detectors = extent == .full ? detectors : cheapDetectors
        return await runner.run(tiers(extent), into: self.emptySnapshot()) { [policy] in policy.verdict(for: $0, detectors: detectors) }
    }

    /// The facts alone: to save, send and replay (`merlon facts explain`).
    public nonisolated(nonsending) func facts(_ extent: Extent = .full) async -> FactsSnapshot {
        await runner.run(tiers(extent), into: self.emptySnapshot())
    }

    private nonisolated func tiers(_ extent: Extent) -> [Detector.Tier] { extent == .full ? [.cheap, .costly] : [.cheap] }

    private nonisolated func emptySnapshot() -> FactsSnapshot {
        var snapshot = ProbeRegistry.emptySnapshot(at: time.wallTime)
        snapshot.expected = identity
        return snapshot
    }
}

extension Detector {
    /// The detector as it stands in a sweep that does not gather what it needs.
    fileprivate var leftOut: Detector {
        Detector(id, summary, platforms: platforms, tier: tier, indicators: indicators, categories: categories) { _ in
            .undecided(reason: "left to a full sweep")
        }
    }
}
