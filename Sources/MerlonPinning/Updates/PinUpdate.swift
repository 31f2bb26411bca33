public import MerlonCore
public import MerlonCrypto

/// A change of pins that needs no release of the app: a policy, signed with Ed25519 by the app's maker.
///
/// The file is JSON: `payload`, the Base64URL of the JSON that is signed, and `signatures`. The payload has a format name, a sequence number that
/// only grows, the time of issue, an expiry, and the policy. What is signed is the payload's bytes as they stand, for the purpose
/// `merlon-pinning/update`.
public struct PinUpdate: Sendable {
    /// Grows with each update; an older one never takes the place of a newer.
    public let sequence: Int64
    /// When it was made.
    public let issued: WallTime
    /// From when on it no longer holds, and the pins of the app's bundle hold again.
    public let expires: WallTime
    /// The pins.
    public let policy: PinningPolicy

    /// The largest file that is read, in bytes.
    public static let maximumByteCount = 2 << 20
    /// How far ahead of the device's clock the time of issue may lie.
    public static let clockTolerance = TimeSpan.hours(24)
    /// The longest time for which an update may hold: two years.
    public static let maximumLifetime = TimeSpan.hours(24 * 731)
    private static let context: SigningContext = "merlon-pinning/update"
    private static let format = "merlon-pin-update-1"

    /// Makes an update. Throws ``PinningError/Code/invalidArgument`` for a sequence below 1 or an expiry that is not after the issue or more than
    /// ``maximumLifetime`` after it.
    public init(sequence: Int64, issued: WallTime, expires: WallTime, policy: PinningPolicy) throws(PinningError) {
        guard sequence >= 1, expires > issued, expires - issued <= Self.maximumLifetime else {
            throw PinningError(.invalidArgument, "An update has a sequence from 1 on, and expires after it is issued, within two years.")
        }
        self.sequence = sequence
        self.issued = issued
        self.expires = expires
        self.policy = policy
    }

    /// The update as a file, signed. The key must be one for Ed25519.
    public func signed(with key: any SigningKey) throws(PinningError) -> [UInt8] {
        guard key.algorithm == .ed25519 else { throw PinningError(.invalidArgument, "Updates are signed with Ed25519.") }
        let payload = Array(
            JSONValue.object([
                "format": .string(Self.format), "sequence": .integer(sequence), "issued": .string(issued.iso8601),
                "expires": .string(expires.iso8601), "policy": policy.json,
            ]).serialized().utf8)
        let signature: [UInt8]
        do throws(CryptoError) { signature = try key.sign(payload, context: Self.context) } catch {
            throw PinningError(.backendFailure, "Signing failed: \(error.reason)", nativeStatus: error.nativeStatus)
        }
        let file = JSONValue.object([
            "payload": .string(Base64URL.encode(payload)), "signatures": .array([.string(Base64URL.encode(signature))]),
        ])
        return Array(file.serialized(pretty: true).utf8)
    }

    /// Reads an update and checks it: signature first, then form, then time.
    ///
    /// - Parameters:
    ///   - keys: one signature must be that of one of these Ed25519 keys. Several allow for a change of the signing key.
    ///   - anchors: whom the update's policy trusts in the end; an update cannot change that.
    /// - Throws: ``PinningError/Code/untrustedUpdate``, ``PinningError/Code/expiredUpdate``, ``PinningError/Code/malformed``,
    ///   ``PinningError/Code/limitExceeded``, and what ``PinSet`` throws.
    public init(
        verifying bytes: [UInt8], keys: [VerifyingKey], anchors: TrustAnchors = .system, now: WallTime
    ) throws(PinningError) {
        try self.init(stored: bytes, keys: keys, anchors: anchors)
        guard now < expires else { throw PinningError(.expiredUpdate, "The update expired on \(expires.iso8601).") }
        guard issued - now <= Self.clockTolerance else {
            throw PinningError(.expiredUpdate, "The update is from the future: \(issued.iso8601).")
        }
    }

    /// Reads an update that was taken earlier: as for a new one, but for the time.
    init(stored bytes: [UInt8], keys: [VerifyingKey], anchors: TrustAnchors) throws(PinningError) {
        guard !keys.isEmpty, keys.allSatisfy({ $0.algorithm == .ed25519 }) else {
            throw PinningError(.invalidArgument, "Updates are verified with at least one key, each for Ed25519.")
        }
        let file = try Self.object(bytes, Self.maximumByteCount, "the update", ["payload", "signatures"])
        guard let encoded = file["payload"]?.string, let payload = try? Base64URL.decode(encoded) else {
            throw file.failure("has a payload that is no Base64URL")
        }
        let signatures = try file.strings("signatures")
        guard (1...8).contains(signatures.count) else { throw file.failure("has no signature, or more than eight") }
        let isTrusted = signatures.contains { text in
            guard let signature = try? Base64URL.decode(text) else { return false }
            return keys.contains { key in (try? key.verify(signature, of: payload, context: Self.context)) != nil }
        }
        guard isTrusted else { throw PinningError(.untrustedUpdate, "No signature of the update is that of a trusted key.") }
        let members = try Self.object(payload, Self.maximumByteCount, "the payload", ["format", "sequence", "issued", "expires", "policy"])
        guard members["format"]?.string == Self.format else { throw members.failure("has another format than \(Self.format)") }
        guard let sequence = members["sequence"]?.wholeNumber, let issued = members["issued"]?.string.flatMap(WallTime.init(iso8601:)),
            let expires = members["expires"]?.string.flatMap(WallTime.init(iso8601:)), let policy = members["policy"]
        else { throw members.failure("has a sequence or time that cannot be read") }
        try self.init(
            sequence: sequence, issued: issued, expires: expires, policy: try PinningPolicy(json: policy, anchors: anchors))
    }

    private static func object(_ bytes: [UInt8], _ limit: Int, _ what: String, _ names: Set<String>) throws(PinningError) -> Members {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(parsing: bytes, limits: JSONLimits(size: limit, depth: 12)) } catch {
            throw PinningError(
                error.code == .sizeExceeded ? .limitExceeded : .malformed, "In the file, \(what) is no JSON: \(error.code.rawValue).")
        }
        return try Members(value, what, names, [])
    }
}
