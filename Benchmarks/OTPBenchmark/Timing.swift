import Foundation
import MerlonAuth
import MerlonCore

/// Whether the time of a check says where, or whether, a code matches: Welch's t-test on two classes of input that take turns at random, after
/// Reparaz, Balasch and Verbauwhede, "Dude, is my code constant time?" (2016). An absolute value over 10 is a leak beyond doubt.
struct Timing {
    let hotp: HOTP
    private let samples = 300_000

    /// One class has the code of the first of three candidates, the other a code that none has.
    func leak(_ check: (HOTP, UInt32, UInt64) throws -> UInt64) throws -> Double {
        var inputs: [(code: UInt32, first: UInt64, isMatch: Bool)] = []
        for index in 0..<samples {
            let first = UInt64(index) * 4
            let isMatch = Bool.random()
            var code = try OTPFormat.sixDigits.value(entered: hotp.code(at: first).text) ?? 0
            if !isMatch {
                let near = try (0..<3).map { try OTPFormat.sixDigits.value(entered: hotp.code(at: first + $0).text) }
                repeat { code = UInt32.random(in: 0..<1_000_000) } while near.contains(code)
            }
            inputs.append((code, first, isMatch))
        }
        let time = SystemTimeSource()
        var durations = [Double](repeating: 0, count: samples)
        var sum: UInt64 = 0
        for (index, input) in inputs.enumerated() {
            let start = time.monotonicTime
            sum &+= try check(hotp, input.code, input.first)
            durations[index] = Double((time.monotonicTime - start).nanoseconds)
        }
        // What the scheduler added is no property of the code.
        let limit = durations.sorted()[samples * 9 / 10]
        var classes = [[Double]](repeating: [], count: 2)
        for (input, duration) in zip(inputs, durations) where duration <= limit { classes[input.isMatch ? 1 : 0].append(duration) }
        guard sum > 0 else { return .infinity }
        let moments = classes.map { values in
            let mean = values.reduce(0, +) / Double(values.count)
            let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
            return (mean, variance / Double(values.count))
        }
        return abs(moments[0].0 - moments[1].0) / (moments[0].1 + moments[1].1).squareRoot()
    }
}
