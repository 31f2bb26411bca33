public import MerlonCore

/// How much work a guess at a password costs.
///
/// The floors are OWASP's (Password Storage Cheat Sheet): Argon2id with 19 MiB and 2 passes, PBKDF2-HMAC-SHA256 with 600,000 iterations. The
/// caps keep a hash that someone else wrote from costing its reader more than about a gigabyte or a minute; they are checked before any work.
public enum PasswordCost: Hashable, Sendable {
    /// Argon2id (RFC 9106): kibibytes of memory, passes over it, lanes. New hashes have one lane.
    case argon2id(memoryKiB: Int, passes: Int, lanes: Int = 1)
    /// PBKDF2 with HMAC-SHA256 (RFC 8018), where there is no Argon2id.
    case pbkdf2SHA256(iterations: Int)

    /// What is right for a person who waits: Argon2id with 64 MiB and 3 passes where the system has it, else PBKDF2 with 600,000 iterations.
    public static let recommended: PasswordCost =
        Backend.hasArgon2id ? .argon2id(memoryKiB: 64 << 10, passes: 3) : .pbkdf2SHA256(iterations: 600_000)

    /// The cost that takes this machine about `duration`, and never less than the floor: one measurement with the memory given, then as many
    /// passes as fit.
    ///
    /// Throws ``CryptoError/Code/limitExceeded`` for memory out of bounds.
    public static func calibrated(
        to duration: TimeSpan, memoryKiB: Int = 64 << 10, clock: some TimeSource = SystemTimeSource()
    ) throws(CryptoError) -> PasswordCost {
        let probe = try Password(bytes: try translatingCoreErrors { () throws(CoreError) in try SecretBytes(copying: [0]) })
        let salt = [UInt8](repeating: 0, count: PasswordHash.saltByteCount)
        let sample: PasswordCost =
            Backend.hasArgon2id ? .argon2id(memoryKiB: memoryKiB, passes: 3) : .pbkdf2SHA256(iterations: 600_000)
        try sample.checkForNewHashes()
        let start = clock.monotonicTime
        _ = try probe.stretched(salt: salt, cost: sample, count: PasswordHash.digestByteCount)
        let ratio = max(0, duration.inSeconds) / max((clock.monotonicTime - start).inSeconds, 1e-6)
        switch sample {
        case .argon2id(_, let passes, _):
            return .argon2id(memoryKiB: memoryKiB, passes: min(max(2, Int(Double(passes) * ratio)), maximumPasses))
        case .pbkdf2SHA256(let iterations):
            return .pbkdf2SHA256(iterations: min(max(600_000, Int(Double(iterations) * min(ratio, 1e4))), maximumIterations))
        }
    }

    private static let maximumMemoryKiB = 1 << 20
    private static let maximumPasses = 64
    private static let maximumLanes = 16
    private static let maximumIterations = 20_000_000

    /// Throws ``CryptoError/Code/limitExceeded`` unless the cost is one that a reader may be made to pay.
    func checkForReading() throws(CryptoError) {
        let bearable =
            switch self {
            case .argon2id(let memory, let passes, let lanes):
                (8...Self.maximumMemoryKiB).contains(memory) && (1...Self.maximumPasses).contains(passes)
                    && (1...Self.maximumLanes).contains(lanes) && memory >= 8 * lanes
            case .pbkdf2SHA256(let iterations): (1...Self.maximumIterations).contains(iterations)
            }
        guard bearable else { throw CryptoError(.limitExceeded, "The password hash has a cost out of bounds.") }
    }

    /// Throws ``CryptoError/Code/limitExceeded`` unless the cost is at or above the floor.
    func checkForNewHashes() throws(CryptoError) {
        try checkForReading()
        let enough =
            switch self {
            case .argon2id(let memory, let passes, let lanes): memory >= 19 << 10 && passes >= 2 && lanes == 1
            case .pbkdf2SHA256(let iterations): iterations >= 600_000
            }
        guard enough else { throw CryptoError(.limitExceeded, "The cost of the password hash is below the floor.") }
    }

    /// Whether a guess costs at least as much as with `other`, of the same kind.
    func covers(_ other: PasswordCost) -> Bool {
        switch (self, other) {
        case (.argon2id(let memory, let passes, let lanes), .argon2id(let wantedMemory, let wantedPasses, let wantedLanes)):
            memory >= wantedMemory && passes >= wantedPasses && lanes == wantedLanes
        case (.pbkdf2SHA256(let iterations), .pbkdf2SHA256(let wanted)): iterations >= wanted
        default: false
        }
    }
}
