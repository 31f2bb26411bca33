public import MerlonCore

/// Shows on a terminal how far work on several items is, once it has taken half a second. Called from any thread.
public final class ProgressBar: Sendable {
    private static let delay = TimeSpan.milliseconds(500)
    private static let interval = TimeSpan.milliseconds(100)
    private static let cells = 24

    /// Changes under the lock alone.
    private final class State: @unchecked Sendable {
        var fractions: [Double]
        var lastShown: MonotonicTime?

        init(_ count: Int) { fractions = Array(repeating: 0, count: count) }
    }

    private let sink: any ByteSink
    private let items: [String]
    private let isHidden: Bool
    private let time: any TimeSource
    private let start: MonotonicTime
    private let lock = Lock()
    private let state: State

    /// Makes a bar that draws on `sink`, unless that is no terminal.
    ///
    /// - Parameter items: The names of what is worked on; paths are shown by their last component.
    public init(on sink: any ByteSink, items: [String], isHidden: Bool = false, time: any TimeSource = SystemTimeSource()) {
        self.sink = sink
        self.items = items
        self.isHidden = isHidden || sink.terminalWidth == nil
        self.time = time
        start = time.monotonicTime
        state = State(items.count)
    }

    /// Notes that the item at `index` is done to this fraction, and draws, at most ten times a second.
    public func show(_ fraction: Double, of index: Int) {
        if isHidden { return }
        let now = time.monotonicTime
        lock.withLock {
            state.fractions[index] = max(state.fractions[index], min(fraction, 1))
            guard now - start >= Self.delay, state.lastShown.map({ now - $0 >= Self.interval }) ?? true else { return }
            state.lastShown = now
            draw(items[index])
        }
    }

    /// Takes the bar away, if it was drawn.
    public func clear() {
        lock.withLock {
            // Progress that cannot be shown is no reason to stop the work.
            if state.lastShown != nil { try? sink.write("\r\u{1B}[K") }
        }
    }

    private func draw(_ item: String) {
        let whole = state.fractions.reduce(0, +) / Double(max(1, state.fractions.count))
        let filled = Int((whole * Double(Self.cells)).rounded())
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.cells - filled)
        let name = Console.singleLine(item.split(separator: "/").last.map(String.init) ?? item)
        let line = "[\(bar)] \(Int(whole * 100)) % \(name)"
        try? sink.write("\r\u{1B}[K" + String(line.prefix(max(0, (sink.terminalWidth ?? 80) - 1))))
    }
}
