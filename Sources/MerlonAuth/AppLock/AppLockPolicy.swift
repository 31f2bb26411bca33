public import MerlonCore
public import MerlonCrypto

/// What wrong PINs cost, and when the app locks.
public struct AppLockPolicy: Hashable, Sendable {
    /// Wrong PINs in a row that cost nothing, 1 ... 10.
    public let freeAttempts: Int
    /// The wait after the next wrong one; it doubles with each further one.
    public let firstDelay: TimeSpan
    /// The longest wait, at most a day. A restart of the device begins a wait anew.
    public let maximumDelay: TimeSpan
    /// Wrong PINs in a row after which the key is destroyed, more than ``freeAttempts``; `nil` for never.
    public let wipesAfter: Int?
    /// Whether the duress PIN destroys the owner's key.
    public let duressWipes: Bool
    /// How long the app may be in the background and come back unlocked, at most an hour.
    public let backgroundGrace: TimeSpan
    /// What a guess costs.
    public let cost: PasswordCost

    /// Four free attempts, then 30 s, 1 min, 2 min … 1 h; no wipe; locked when it comes back from the background.
    public static let standard = AppLockPolicy(
        freeAttempts: 4, delays: .seconds(30), .hours(1), wipesAfter: nil, duressWipes: false, grace: .zero, cost: .recommended)

    /// Makes a policy. Throws ``AuthError/Code/invalidArgument`` for a value out of the range that its property states, or a cost under OWASP's
    /// floor.
    public init(
        freeAttempts: Int = 4, firstDelay: TimeSpan = .seconds(30), maximumDelay: TimeSpan = .hours(1), wipesAfter: Int? = nil,
        duressWipes: Bool = false, backgroundGrace: TimeSpan = .zero, cost: PasswordCost = .recommended
    ) throws(AuthError) {
        let isCostly =
            switch cost {
            case .argon2id(let memory, let passes, let lanes): memory >= 19 << 10 && passes >= 2 && lanes == 1
            case .pbkdf2SHA256(let iterations): iterations >= 600_000
            }
        guard (1...10).contains(freeAttempts), firstDelay >= .seconds(1), maximumDelay >= firstDelay, maximumDelay <= .hours(24),
            wipesAfter.map({ $0 > freeAttempts }) ?? true, backgroundGrace >= .zero, backgroundGrace <= .hours(1), isCostly
        else { throw AuthError(.invalidArgument, "A value of the app lock's policy is out of its range.") }
        self.init(
            freeAttempts: freeAttempts, delays: firstDelay, maximumDelay, wipesAfter: wipesAfter, duressWipes: duressWipes,
            grace: backgroundGrace, cost: cost)
    }

    /// A policy that is not checked: tests need one that is cheap, or has no waits.
    package init(
        freeAttempts: Int, delays first: TimeSpan, _ maximum: TimeSpan, wipesAfter: Int?, duressWipes: Bool, grace: TimeSpan,
        cost: PasswordCost
    ) {
        self.freeAttempts = freeAttempts
        firstDelay = first
        maximumDelay = maximum
        self.wipesAfter = wipesAfter
        self.duressWipes = duressWipes
        backgroundGrace = grace
        self.cost = cost
    }

    /// The wait after so many wrong PINs in a row.
    func delay(after failures: Int) -> TimeSpan {
        guard failures >= freeAttempts else { return .zero }
        let doublings = failures - freeAttempts
        guard doublings < 20 else { return maximumDelay }
        let (nanoseconds, overflow) = firstDelay.nanoseconds.multipliedReportingOverflow(by: 1 << doublings)
        return overflow ? maximumDelay : min(TimeSpan(nanoseconds: nanoseconds), maximumDelay)
    }
}
