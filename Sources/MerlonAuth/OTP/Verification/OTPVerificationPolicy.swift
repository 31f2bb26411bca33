public import MerlonCore

/// How far from the expected one a code may be, and what wrong ones cost. The defaults are strict; every value has a cap.
public struct OTPVerificationPolicy: Hashable, Sendable {
    /// Steps of time to either side of the expected one that are accepted (RFC 6238, 5.2), 0 ... 10.
    public let window: Int
    /// Counters behind the expected one that are accepted (RFC 4226, 7.4), 0 ... 100.
    public let lookAhead: Int
    /// How many steps a device's clock may be off the server's, ``window`` ... 500. Within it, the window follows a clock that drifts, and two
    /// codes in a row find one that has gone astray.
    public let maximumDrift: Int
    /// How many counters ahead two codes in a row are looked for, ``lookAhead`` ... 500.
    public let resynchronisationLookAhead: Int
    /// Wrong codes in a row that cost nothing, 1 ... 20.
    public let freeAttempts: Int
    /// The wait after the next wrong one; it doubles with each further one.
    public let firstDelay: TimeSpan
    /// The longest wait.
    public let maximumDelay: TimeSpan
    /// Wrong codes in a row after which only ``OTPVerifier/unlock(account:)`` helps, at most 100 (NIST SP 800-63B, 5.2.2).
    public let attemptsBeforeLockOut: Int

    /// One step to either side of a clock that is up to ten minutes off, ten counters ahead; five free attempts, then 1 s, 2 s, 4 s … 15 min; locked after 100.
    public static let standard = OTPVerificationPolicy()

    private init() {
        window = 1
        lookAhead = 10
        maximumDrift = 20
        resynchronisationLookAhead = 100
        freeAttempts = 5
        firstDelay = .seconds(1)
        maximumDelay = .minutes(15)
        attemptsBeforeLockOut = 100
    }

    /// Makes a policy. Throws ``AuthError/Code/invalidArgument`` for a value out of the range that its property states.
    public init(
        window: Int = 1, lookAhead: Int = 10, maximumDrift: Int = 20, resynchronisationLookAhead: Int = 100, freeAttempts: Int = 5,
        firstDelay: TimeSpan = .seconds(1), maximumDelay: TimeSpan = .minutes(15), attemptsBeforeLockOut: Int = 100
    ) throws(AuthError) {
        guard (0...10).contains(window), (0...100).contains(lookAhead), (window...500).contains(maximumDrift),
            (lookAhead...500).contains(resynchronisationLookAhead), (1...20).contains(freeAttempts),
            (freeAttempts...100).contains(attemptsBeforeLockOut),
            firstDelay >= .milliseconds(100), maximumDelay >= firstDelay, maximumDelay <= .hours(24)
        else { throw AuthError(.invalidArgument, "A value of the verification policy is out of its range.") }
        self.window = window
        self.lookAhead = lookAhead
        self.maximumDrift = maximumDrift
        self.resynchronisationLookAhead = resynchronisationLookAhead
        self.freeAttempts = freeAttempts
        self.firstDelay = firstDelay
        self.maximumDelay = maximumDelay
        self.attemptsBeforeLockOut = attemptsBeforeLockOut
    }

    /// The wait after so many wrong codes in a row.
    func delay(after failures: Int) -> TimeSpan {
        guard failures >= freeAttempts else { return .zero }
        let doublings = failures - freeAttempts
        guard doublings < 40 else { return maximumDelay }
        let (nanoseconds, overflow) = firstDelay.nanoseconds.multipliedReportingOverflow(by: 1 << doublings)
        return overflow ? maximumDelay : min(TimeSpan(nanoseconds: nanoseconds), maximumDelay)
    }
}
