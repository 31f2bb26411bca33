/// All detectors.
public enum DetectorRegistry: Sendable {
    /// Every detector of every platform; ids are unique.
    public static let all: [Detector] = linux + apple

    static let linux: [Detector] = [TracerDetector.linux]
    static let apple: [Detector] = [TracerDetector.apple]
}
