import MerlonAudit
import MerlonCommandLine
import MerlonCore

/// Shows on a terminal how far an audit is, once it has taken half a second. Called from any thread.
final class ProgressBar: Sendable {
    private static let delay = TimeSpan.milliseconds(500)
    private static let interval = TimeSpan.milliseconds(100)
    /// Reading is most of the work.
    private static let readingShare = 0.85

    /// Changes under the lock alone.
    private final class State: @unchecked Sendable {
        var fractions: [Double]
        var lastShown: MonotonicTime?

        init(_ count: Int) { fractions = Array(repeating: 0, count: count) }
    }

    private let sink: any ByteSink
    private let targets: [String]
    private let isHidden: Bool
    private let time: any TimeSource
    private let start: MonotonicTime
    private let lock = Lock()
    private let state: State

    init(on sink: any ByteSink, targets: [String], isHidden: Bool, time: any TimeSource) {
        self.sink = sink
        self.targets = targets
        self.isHidden = isHidden || sink.terminalWidth == nil
        self.time = time
        start = time.monotonicTime
        state = State(targets.count)
    }

    /// Shows how far the work is, at most ten times a second.
    func show(_ progress: AuditProgress) {
        if isHidden { return }
        let now = time.monotonicTime
        lock.withLock {
            let share = progress.total == 0 ? 0 : Double(progress.done) / Double(progress.total)
            let fraction =
                switch progress.phase {
                case .reading: share * Self.readingShare
                case .judging: Self.readingShare + share * (1 - Self.readingShare)
                }
            state.fractions[progress.target] = max(state.fractions[progress.target], fraction)
            guard now - start >= Self.delay, state.lastShown.map({ now - $0 >= Self.interval }) ?? true else { return }
            state.lastShown = now
            draw(targets[progress.target])
        }
    }

    /// Takes the bar away, if it was shown.
    func clear() {
        lock.withLock {
            if state.lastShown != nil { try? sink.write("\r\u{1B}[K") }
        }
    }

    private func draw(_ target: String) {
        let whole = state.fractions.reduce(0, +) / Double(max(1, state.fractions.count))
        let filled = Int((whole * 24).rounded())
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 24 - filled)
        let percent = Int(whole * 100)
        let name = target.split(separator: "/").last.map(String.init) ?? target
        let visible = name.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : Character($0) }
        let room = max(0, (sink.terminalWidth ?? 80) - 34)
        try? sink.write("\r\u{1B}[K[\(bar)] \(percent) % \(String(visible.prefix(room)))")
    }
}
