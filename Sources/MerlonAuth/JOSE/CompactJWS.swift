import MerlonCore

/// Verifies compact JWS texts in place (RFC 7515, 5.2): every reason to refuse gives the one ``AuthError/authenticationFailed``.
enum CompactJWS {
    /// Lends header and payload of a text whose signature is right.
    ///
    /// Nothing is decoded of a text over `limit`, and nothing of the payload before the signature was checked.
    static func withVerified<R>(
        _ text: UnsafeRawBufferPointer, detachedPayload: UnsafeRawBufferPointer? = nil, limit: Int,
        key: (TokenHeader) -> TokenVerificationKey?, _ body: (TokenHeader, UnsafeRawBufferPointer) throws(AuthError) -> R
    ) throws(AuthError) -> R {
        guard text.count <= limit, let parts = unsafe CompactParts(text) else { throw .authenticationFailed }
        let result = unsafe withUnsafeTemporaryAllocation(byteCount: text.count, alignment: 16) { room -> Result<R, AuthError> in
            do throws(AuthError) {
                let header = unsafe try TokenHeader(decoded(text.part(parts.header), room), orFailure: ())
                guard let key = key(header) else { throw AuthError.authenticationFailed }
                let signature = unsafe try decoded(text.part(parts.signature), room)
                let isAuthentic =
                    if let payload = unsafe detachedPayload {
                        unsafe parts.payload.isEmpty
                            && key.accepts(signature, ofHeader: text.part(parts.header), payload: payload, isRaw: header.isPayloadRaw)
                    } else { unsafe key.accepts(signature, of: text.part(parts.signed)) }
                guard isAuthentic else { throw AuthError.authenticationFailed }
                if let payload = unsafe detachedPayload { return .success(unsafe try body(header, payload)) }
                let payload = unsafe text.part(parts.payload)
                guard header.isPayloadRaw else { return .success(unsafe try body(header, decoded(payload, room))) }
                // Within a compact text only visible ASCII may stand as it is (RFC 7797, 5.2).
                guard unsafe payload.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw AuthError.authenticationFailed }
                return .success(unsafe try body(header, payload))
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// The bytes of base64url text, decoded into `room`.
    private static func decoded(
        _ text: UnsafeRawBufferPointer, _ room: UnsafeMutableRawBufferPointer
    ) throws(AuthError) -> UnsafeRawBufferPointer {
        guard let count = unsafe try? Base64URL.decode(text, into: room) else { throw .authenticationFailed }
        return unsafe UnsafeRawBufferPointer(rebasing: room[..<count])
    }
}

extension TokenHeader {
    init(_ json: UnsafeRawBufferPointer, orFailure: Void) throws(AuthError) {
        do throws(JSONError) { unsafe try self.init(json) } catch { throw .authenticationFailed }
    }
}

extension TokenVerificationKey {
    /// Whether the signature is that of a payload that does not stand in the text.
    fileprivate func accepts(
        _ signature: UnsafeRawBufferPointer, ofHeader header: UnsafeRawBufferPointer, payload: UnsafeRawBufferPointer, isRaw: Bool
    ) -> Bool {
        var message = unsafe Array(header)
        message.append(UInt8(ascii: "."))
        message.append(contentsOf: isRaw ? unsafe Array(payload) : Array(unsafe Base64URL.encode(payload).utf8))
        return unsafe message.withUnsafeBytes { unsafe accepts(signature, of: $0) }
    }
}
