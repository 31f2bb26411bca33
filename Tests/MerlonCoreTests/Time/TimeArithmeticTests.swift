import MerlonCore
import Testing

@Suite struct TimeArithmeticTests {
    @Test func spansClampInsteadOfTrapping() {
        #expect(TimeSpan.seconds(.max).nanoseconds == .max)
        #expect(TimeSpan.hours(.min).nanoseconds == .min)
        #expect((TimeSpan(nanoseconds: .max) + .seconds(1)).nanoseconds == .max)
        #expect((TimeSpan(nanoseconds: .min) - .seconds(1)).nanoseconds == .min)
        #expect(TimeSpan.minutes(2) - .seconds(90) == .seconds(30))
    }

    @Test func wallTimeCarriesAndBorrows() {
        let time = WallTime(seconds: 10, nanoseconds: 900_000_000)
        #expect(time + .milliseconds(200) == WallTime(seconds: 11, nanoseconds: 100_000_000))
        #expect(time + .milliseconds(-950) == WallTime(seconds: 9, nanoseconds: 950_000_000))
        #expect(time + .milliseconds(-11_900) == WallTime(seconds: -1, nanoseconds: 0))
        #expect(WallTime(seconds: .max) + .seconds(1) == WallTime(seconds: .max))
        #expect(WallTime(seconds: .min) + .seconds(-1) == WallTime(seconds: .min))
        #expect(WallTime(seconds: 11, nanoseconds: 100_000_000) - time == .milliseconds(200))
        #expect(WallTime(seconds: .max) - WallTime(seconds: -1) == TimeSpan(nanoseconds: .max))
    }

    @Test func monotonicTimeStaysInItsRange() {
        let early = MonotonicTime(nanoseconds: 5)
        #expect(early + TimeSpan(nanoseconds: -6) == MonotonicTime(nanoseconds: 0))
        #expect(MonotonicTime(nanoseconds: .max) + .seconds(1) == MonotonicTime(nanoseconds: .max))
        #expect(early - MonotonicTime(nanoseconds: 8) == TimeSpan(nanoseconds: -3))
        #expect(MonotonicTime(nanoseconds: .max) - early == TimeSpan(nanoseconds: .max))
    }

    @Test func systemClocksMove() {
        let source = SystemTimeSource()
        let start = source.monotonicTime
        #expect(source.wallTime > WallTime(seconds: 1_700_000_000))
        #expect(source.monotonicTime >= start)
    }
}
