import MerlonCommandLine
import MerlonCore
import Testing

@Suite("Progress")
struct ProgressBarTests {
    /// A clock that a test sets.
    private final class Clock: TimeSource, @unchecked Sendable {
        // The test runs on one thread.
        var milliseconds: UInt64 = 0
        var wallTime: WallTime { WallTime(seconds: 0) }
        var monotonicTime: MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }
    }

    /// What a bar for two items draws at the given times, each with the fraction of the second item.
    private func drawn(_ steps: [(milliseconds: UInt64, fraction: Double)], width: Int? = 60, isHidden: Bool = false) -> [String] {
        let sink = MemorySink(terminalWidth: width)
        let clock = Clock()
        let bar = ProgressBar(on: sink, items: ["a/First.ipa", "b/Sec\u{1B}ond.ipa"], isHidden: isHidden, time: clock)
        for step in steps {
            clock.milliseconds = step.milliseconds
            bar.show(step.fraction, of: 1)
        }
        bar.clear()
        return sink.text.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false).dropFirst().map(String.init)
    }

    @Test("Nothing is drawn in the first half second, where it is no terminal, or when hidden")
    func silence() {
        #expect(drawn([(0, 0.1), (499, 0.9)]).isEmpty)
        #expect(drawn([(600, 0.5)], width: nil).isEmpty)
        #expect(drawn([(600, 0.5)], isHidden: true).isEmpty)
    }

    @Test("Later it is drawn, at most ten times a second, and taken away at the end")
    func drawing() {
        let lines = drawn([(500, 0.5), (550, 0.6), (600, 1), (700, 0.2)])
        #expect(
            lines == [
                "[######..................] 25 % Sec\u{FFFD}ond.ipa", "[############............] 50 % Sec\u{FFFD}ond.ipa",
                "[############............] 50 % Sec\u{FFFD}ond.ipa", "",
            ])
        #expect(drawn([(500, 0.5)], width: 20).first?.count == 19)
    }
}
