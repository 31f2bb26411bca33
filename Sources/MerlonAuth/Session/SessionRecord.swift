import MerlonCore

/// A session as it stands in the vault: one record, written whole.
struct SessionRecord: Sealable {
    /// Tells this sign-in from every other, also under one name.
    let signIn: Int64
    /// How often the tokens were replaced.
    var generation: Int64
    var accessToken: SecretBytes
    var refreshToken: SecretBytes?
    var subject: String?
    /// When the access token came, by both clocks, and how long it lives from then.
    var receivedWall: WallTime
    var receivedMonotonic: MonotonicTime
    var lifetime: TimeSpan
    /// When somebody signed in, and when the session was last used.
    var startedAt: WallTime
    var usedAt: WallTime

    private static let version: Int64 = 1

    /// The record of a sign-in, or of a refresh of `previous`.
    init(_ response: TokenResponse, after previous: SessionRecord?, limits: SessionLimits, time: any TimeSource) {
        let now = time.wallTime
        signIn = previous?.signIn ?? Int64.random(in: .min ... .max)
        generation = (previous?.generation ?? 0) + 1
        accessToken = response.accessToken
        refreshToken = response.refreshToken ?? previous?.refreshToken
        subject = response.subject ?? previous?.subject
        receivedWall = now
        receivedMonotonic = time.monotonicTime
        lifetime = min(response.lifetime ?? limits.unstatedLifetime, limits.maximumLifetime)
        startedAt = previous?.startedAt ?? now
        usedAt = now
    }

    /// Whether both have the same tokens: of one sign-in, replaced equally often.
    func hasTokens(of other: SessionRecord) -> Bool { signIn == other.signIn && generation == other.generation }

    /// Whether its tokens came for those of `other`.
    func follows(_ other: SessionRecord) -> Bool { signIn == other.signIn && generation - 1 == other.generation }

    /// Whether the access token can be used. Both clocks have to say so: the wall clock can be set, and the other starts anew at each boot. A
    /// clock that shows a time before the token came has been set, or belongs to another boot: the wall clock is not believed then.
    func isFresh(margin: TimeSpan, time: any TimeSource) -> Bool {
        let byWall = time.wallTime - receivedWall
        let byMonotonic = time.monotonicTime - receivedMonotonic
        // A margin longer than half of the life would have a short-lived token replaced at once.
        let usable = lifetime - min(margin, TimeSpan(nanoseconds: lifetime.nanoseconds / 2))
        return byWall >= .zero && byWall < usable && byMonotonic < usable
    }

    /// Why the session is over at `now`, if it is.
    func end(_ limits: SessionLimits, now: WallTime) -> SignOutReason? {
        if let absolute = limits.absolute, now - startedAt >= absolute { return .tooOld }
        if let idle = limits.idle, now - usedAt >= idle { return .idle }
        return nil
    }

    func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        try encoder.encode(Self.version)
        try encoder.encode(signIn)
        try encoder.encode(generation)
        try encoder.encode(accessToken)
        try encoder.encode(refreshToken != nil)
        if let refreshToken { try encoder.encode(refreshToken) }
        try encoder.encode(subject != nil)
        if let subject { try encoder.encode(subject) }
        for time in [receivedWall, startedAt, usedAt] {
            try encoder.encode(time.seconds)
            try encoder.encode(Int64(time.nanoseconds))
        }
        try encoder.encode(Int64(clamping: receivedMonotonic.nanoseconds))
        try encoder.encode(lifetime.nanoseconds)
    }

    init(from decoder: inout SealedDecoder) throws(CoreError) {
        guard try decoder.integer() == Self.version else { throw CoreError(.unsupported, "A session of a later version.") }
        signIn = try decoder.integer()
        generation = try decoder.integer()
        accessToken = try decoder.secret()
        refreshToken = try decoder.boolean() ? try decoder.secret() : nil
        subject = try decoder.boolean() ? try decoder.string() : nil
        receivedWall = try Self.time(&decoder)
        startedAt = try Self.time(&decoder)
        usedAt = try Self.time(&decoder)
        receivedMonotonic = MonotonicTime(nanoseconds: UInt64(clamping: try decoder.integer()))
        lifetime = TimeSpan(nanoseconds: try decoder.integer())
    }

    private static func time(_ decoder: inout SealedDecoder) throws(CoreError) -> WallTime {
        let seconds = try decoder.integer()
        return WallTime(seconds: seconds, nanoseconds: UInt32(clamping: try decoder.integer()))
    }
}
