public import MerlonCore

/// Verifies tokens by the keys that their issuer publishes; see ``RemoteKeySet`` and ``TokenVerifier``.
///
/// With keys at hand nothing suspends: a call costs what a local verification costs.
public struct RemoteTokenVerifier: Sendable {
    /// Where the keys come from.
    public let keys: RemoteKeySet
    /// What tokens must say.
    public let policy: TokenPolicy
    private let time: any TimeSource

    /// A verifier of tokens by published keys.
    public init(keys: RemoteKeySet, policy: TokenPolicy, time: any TimeSource = SystemTimeSource()) {
        self.keys = keys
        self.policy = policy
        self.time = time
    }

    /// Verifies a token and gives its registered claims.
    ///
    /// - Throws: as ``TokenVerifier/verify(_:nonce:)`` does, and ``AuthError/Code/unavailable`` when there are no keys and none can be fetched.
    public nonisolated(nonsending) func verify(
        _ token: String, nonce: String? = nil
    ) async throws(AuthError) -> VerifiedToken<RegisteredClaims> {
        try await verifier(for: token).verify(token, nonce: nonce)
    }

    /// Verifies a token and gives its claims as a type of the caller's; see ``verify(_:nonce:)``.
    public nonisolated(nonsending) func verify<Claims: Decodable & Sendable>(
        _ token: String, as claims: Claims.Type, nonce: String? = nil
    ) async throws(AuthError) -> VerifiedToken<Claims> {
        try await verifier(for: token).verify(token, as: claims, nonce: nonce)
    }

    /// Verifies a token and gives its claims as they stand; see ``verify(_:nonce:)``.
    public nonisolated(nonsending) func verifyJSON(
        _ token: String, nonce: String? = nil
    ) async throws(AuthError) -> VerifiedToken<JSONValue> {
        try await verifier(for: token).verifyJSON(token, nonce: nonce)
    }

    private nonisolated(nonsending) func verifier(for token: String) async throws(AuthError) -> TokenVerifier {
        guard token.utf8.count <= policy.maximumByteCount, let header = TokenHeader(of: token) else { throw .authenticationFailed }
        return TokenVerifier(keys: try await keys.keys(for: header), policy: policy, time: time)
    }
}

extension TokenHeader {
    /// The header of a compact text, of which nothing was checked; `nil` when it has none that any token could have.
    init?(of text: String) {
        let header = unsafe text.withUTF8Bytes { text -> TokenHeader? in
            guard let parts = unsafe CompactParts(text), var bytes = Self.room(parts.header.count) else { return nil }
            guard let count = unsafe try? bytes.withMutableBytes({ unsafe try Base64URL.decode(text.part(parts.header), into: $0) }) else {
                return nil
            }
            return unsafe bytes[..<count].withUnsafeBytes { unsafe try? TokenHeader($0) }
        }
        guard let header else { return nil }
        self = header
    }

    private static func room(_ characters: Int) -> [UInt8]? {
        Base64URL.byteCount(ofCharacters: characters).map { [UInt8](repeating: 0, count: $0) }
    }
}
