/// How the clock that people set stands to those that nobody sets.
public struct ClockReading: Hashable, Codable, Sendable {
    /// By how many seconds the wall clock moved against the clock that counts since the device started, since the process first looked. Small steps
    /// are the network's corrections.
    public var drift: Double
    /// Seconds from the newest thing that is known to be past, the program's own files, to now: below 0 the clock is set back.
    public var sinceInstallation: Double

    /// Makes a reading.
    public init(drift: Double, sinceInstallation: Double) {
        self.drift = drift
        self.sinceInstallation = sinceInstallation
    }
}
