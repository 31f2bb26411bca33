import Dispatch
import MerlonCore

/// Runs probes off the caller's actor, one after the other, each with its deadline.
///
/// A probe that overruns cannot be stopped: its thread is left behind, its facts are timed out, and it is not asked again before it has come back.
/// Everything of a sweep is done by the one worker; the caller's actor, which may be the main one, only waits.
final class ProbeRunner: Sendable {
    private let probes: [Probe]
    private let time: any TimeSource
    private let busy = BusyProbes()
    private let watchdog: Watchdog

    init(probes: [Probe], time: any TimeSource) {
        self.probes = probes
        self.time = time
        watchdog = Watchdog(shortest: probes.map(\.deadline).min() ?? .seconds(1))
    }

    /// The snapshot with the facts of these tiers' probes.
    nonisolated(nonsending) func run(
        _ tiers: [Detector.Tier], into snapshot: @autoclosure @escaping @Sendable () -> FactsSnapshot
    ) async -> FactsSnapshot {
        await run(tiers, into: snapshot()) { $0 }
    }

    /// What `judge` makes of that snapshot. Nothing of it runs where the caller does.
    nonisolated(nonsending) func run<Answer: Sendable>(
        _ tiers: [Detector.Tier], into snapshot: @autoclosure @escaping @Sendable () -> FactsSnapshot,
        judge: @escaping @Sendable (FactsSnapshot) -> Answer
    ) async -> Answer {
        let queue = ProbeRegistry.queue(for: Task.currentPriority)
        return await withCheckedContinuation { continuation in
            queue.async { [self] in
                let run = ProbeRun(probes.filter { tiers.contains($0.tier) }, snapshot(), busy: busy, time: time) {
                    [watchdog] run, snapshot in
                    watchdog.leave(run)
                    continuation.resume(returning: judge(snapshot))
                }
                watchdog.watch(run)
                run.work()
            }
        }
    }
}

/// Probes that have not come back.
final class BusyProbes: @unchecked Sendable {
    private let lock = Lock()
    /// Hardly ever more than one.
    private var ids: [String] = []

    /// Whether it was free, and is taken now.
    func take(_ id: String) -> Bool {
        lock.withLock {
            if ids.contains(id) { return false }
            ids.append(id)
            return true
        }
    }

    func release(_ id: String) { lock.withLock { ids.removeAll { $0 == id } } }
}

/// Looks at the runs that are under way when the first of their deadlines can have passed.
///
/// One timer for all: the system's timer for each of a watch's sweeps, hardly one of which ever overruns, cost more than many a probe.
private final class Watchdog: @unchecked Sendable {
    private let lock = Lock()
    // A serial queue: it is given a thread also when probes that hang have taken all that concurrent queues share.
    private let queue = DispatchQueue(label: "merlon.shield.watchdog", qos: .userInitiated)
    private let shortest: TimeSpan
    private var runs: [ProbeRun] = []
    private var isArmed = false

    init(shortest: TimeSpan) { self.shortest = shortest }

    func watch(_ run: ProbeRun) {
        let isFirst = lock.withLock {
            runs.append(run)
            defer { isArmed = true }
            return !isArmed
        }
        // A timer that is set already comes before any deadline of a run that begins now.
        if isFirst { look(after: shortest) }
    }

    func leave(_ run: ProbeRun) { lock.withLock { runs.removeAll { $0 === run } } }

    private func look(after span: TimeSpan) {
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(span.nanoseconds))) { [weak self] in self?.look() }
    }

    private func look() {
        // Outside of the lock: a run that ends here leaves.
        let waits = lock.withLock { runs }.compactMap { $0.check() }
        let next: TimeSpan? = lock.withLock {
            isArmed = !runs.isEmpty
            return isArmed ? min(waits.min() ?? shortest, shortest) : nil
        }
        if let next { look(after: next) }
    }
}

/// One run over some probes.
private final class ProbeRun: @unchecked Sendable {
    private let lock = Lock()
    private let probes: [Probe]
    private let busy: BusyProbes
    private let time: any TimeSource
    private let context = SweepContext()
    private var snapshot: FactsSnapshot
    private var finish: ((ProbeRun, FactsSnapshot) -> Void)?
    private var next = 0
    private var started: MonotonicTime
    /// Counts the workers: one whose number is not the last was given up.
    private var worker = 0

    init(
        _ probes: [Probe], _ snapshot: FactsSnapshot, busy: BusyProbes, time: any TimeSource,
        finish: @escaping (ProbeRun, FactsSnapshot) -> Void
    ) {
        self.probes = probes
        self.snapshot = snapshot
        self.busy = busy
        self.time = time
        self.finish = finish
        started = time.monotonicTime
    }

    /// Asks the probes on this thread. When one overruns, another worker goes on with the rest.
    func work(_ number: Int = 0) {
        while let probe = begin(number) {
            let record = probe.ask(context)
            busy.release(probe.id)
            lock.withLock {
                guard number == worker else { return }
                record(&snapshot)
                next += 1
            }
        }
    }

    /// The next probe to ask; `nil` when there is none left, and then the run is finished, or when the worker was given up.
    private func begin(_ number: Int) -> Probe? {
        let (probe, end): (Probe?, (finish: (ProbeRun, FactsSnapshot) -> Void, snapshot: FactsSnapshot)?) = lock.withLock {
            while number == worker, next < probes.count {
                let probe = probes[next]
                if busy.take(probe.id) {
                    started = time.monotonicTime
                    return (probe, nil)
                }
                probe.giveUp(&snapshot)
                next += 1
            }
            guard number == worker, let finish else { return (nil, nil) }
            self.finish = nil
            return (nil, (finish, snapshot))
        }
        // Outside of the lock: judging takes its time.
        if let end { end.finish(self, end.snapshot) }
        return probe
    }

    /// Gives the running probe up when it overran, and goes on with another worker. How long to wait before it is looked at again; `nil` when the
    /// run is over.
    func check() -> TimeSpan? {
        let (newWorker, wait): (Int?, TimeSpan?) = lock.withLock {
            guard finish != nil, next < probes.count else { return (nil, nil) }
            let left = probes[next].deadline - (time.monotonicTime - started)
            guard left <= .zero else { return (nil, max(left, .milliseconds(1))) }
            probes[next].giveUp(&snapshot)
            next += 1
            worker += 1
            started = time.monotonicTime
            return (worker, probes.map(\.deadline).min())
        }
        // On a thread of its own: those that are shared may all be taken by probes that hang.
        if let newWorker { DispatchQueue(label: "merlon.shield.next", qos: .userInitiated).async { self.work(newWorker) } }
        return wait
    }
}
