public import MerlonCore

/// A token as it came: parsed, and nothing of it checked. Whoever sends one writes into it what they like.
///
/// For looking at tokens (`merlon jwt decode`), and for finding out which of several verifiers to ask. Printing shows none of its contents.
public struct UnverifiedToken: Sendable {
    /// The header, as the sender claims it.
    public let unverifiedHeader: JSONValue
    /// The claims, as the sender claims them.
    public let unverifiedClaims: JSONValue

    /// The longest text in bytes: 64 KiB.
    public static let maximumByteCount = 64 << 10

    /// Reads a compact JWS (RFC 7515, 7.1) whose header and payload are JSON objects.
    ///
    /// Throws ``AuthError/Code/malformed`` for anything else, and ``AuthError/Code/limitExceeded`` over ``maximumByteCount``. The signature
    /// may be empty, as in tokens with `alg` `none`: no verifier takes those.
    public init(parsing text: String) throws(AuthError) {
        guard text.utf8.count <= Self.maximumByteCount else { throw AuthError(.limitExceeded, "A token has at most 64 KiB.") }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw AuthError(.malformed, "A token has three parts, with dots between.") }
        unverifiedHeader = try Self.object(parts[0], "header")
        unverifiedClaims = try Self.object(parts[1], "payload")
        guard (try? Base64URL.decode(String(parts[2]))) != nil else { throw AuthError(.malformed, "The signature is not base64url.") }
    }

    /// The algorithm that the sender names, known or not.
    public var unverifiedAlgorithm: String? { unverifiedHeader["alg"]?.string }

    /// The key that the sender names.
    public var unverifiedKeyID: String? { unverifiedHeader["kid"]?.string }

    /// The issuer that the sender names.
    public var unverifiedIssuer: String? { unverifiedClaims["iss"]?.string }

    private static func object(_ text: Substring, _ part: String) throws(AuthError) -> JSONValue {
        guard let bytes = try? Base64URL.decode(String(text)) else { throw AuthError(.malformed, "The \(part) is not base64url.") }
        do throws(JSONError) {
            let value = try JSONValue(parsing: bytes, limits: JSONLimits(size: maximumByteCount))
            guard value.object != nil else { throw JSONError(.unexpectedByte, at: 0) }
            return value
        } catch { throw AuthError(.malformed, "The \(part) is no JSON object: \(error.code.rawValue).") }
    }
}

extension UnverifiedToken: CustomStringConvertible, CustomReflectable {
    public var description: String { "unverified token" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
