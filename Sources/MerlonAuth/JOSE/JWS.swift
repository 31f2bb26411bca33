import MerlonCore

/// Signed messages of any content as compact JWS (RFC 7515), with the payload inside or detached, encoded or as it is (RFC 7797).
///
/// For tokens with claims use ``TokenVerifier``. The JSON serialization is not read.
public enum JWS: Sendable {
    /// A message whose signature was right.
    public struct Message: Hashable, Sendable {
        /// The header that was signed with it.
        public let header: TokenHeader
        /// The content.
        public let payload: [UInt8]
    }

    /// The longest text, in bytes.
    public static let maximumByteCount = 1 << 20

    /// Verifies a text that holds its payload. Throws ``AuthError/Code/authenticationFailed`` for whatever reason.
    public static func verify(_ text: String, with keys: JSONWebKeySet) throws(AuthError) -> Message {
        unsafe try text.withUTF8Bytes { (text) throws(AuthError) in
            unsafe try CompactJWS.withVerified(text, limit: maximumByteCount, key: keys.key) { header, payload in
                unsafe Message(header: header, payload: Array(payload))
            }
        }
    }

    /// Verifies a text whose payload was sent apart (RFC 7515, appendix F). Throws ``AuthError/Code/authenticationFailed`` for whatever reason, also
    /// when the text has a payload of its own.
    public static func verify(_ text: String, detachedPayload: [UInt8], with keys: JSONWebKeySet) throws(AuthError) -> TokenHeader {
        unsafe try text.withUTF8Bytes { (text) throws(AuthError) in
            unsafe try detachedPayload.withBytes { (payload) throws(AuthError) in
                unsafe try CompactJWS.withVerified(text, detachedPayload: payload, limit: maximumByteCount, key: keys.key) { header, _ in
                    header
                }
            }
        }
    }
}
