#if os(Linux)
    import COpenSSL
    import MerlonCore

    /// An `EVP_PKEY` and its owner. Its memory is the library's: a private one lives for one operation, and freeing wipes it.
    @safe final class OpenSSLKey: @unchecked Sendable {
        let pointer: OpaquePointer

        init?(owning pointer: OpaquePointer?) {
            guard let pointer = unsafe pointer else { return nil }
            unsafe self.pointer = pointer
        }

        deinit { unsafe EVP_PKEY_free(pointer) }

        /// A key of Curve25519, which both halves of encode as 32 bytes.
        static func raw(_ type: Int32, _ bytes: UnsafeRawBufferPointer, isPrivate: Bool) throws(CryptoError) -> OpenSSLKey {
            let make = unsafe isPrivate ? EVP_PKEY_new_raw_private_key : EVP_PKEY_new_raw_public_key
            guard bytes.count == 32, let key = unsafe OpenSSLKey(owning: make(type, nil, bytes.bytes, bytes.count)) else {
                ERR_clear_error()
                throw CryptoError(.invalidKey, "A key of this curve has 32 bytes.")
            }
            return key
        }

        /// A public point of a NIST curve, checked to lie on it (NIST SP 800-56A, 5.6.2.3.3).
        static func point(_ group: String, _ bytes: UnsafeRawBufferPointer) throws(CryptoError) -> OpenSSLKey {
            // Uncompressed only: other forms would let two encodings stand for one key.
            guard let first = unsafe bytes.first, first == 4 else { throw CryptoError(.invalidKey, "Not an uncompressed point.") }
            let key = unsafe OpenSSLKey(owning: merlon_curve_key(group, nil, bytes.bytes, bytes.count))
            defer { ERR_clear_error() }
            guard let key, key.isValidPublicKey else { throw CryptoError(.invalidKey, "Not a point of \(group).") }
            return key
        }

        /// The private key of a NIST curve with its public half, from the big-endian scalar, which must lie in 1 ..< the group's order.
        static func scalar(_ group: String, _ bytes: UnsafeRawBufferPointer) throws(CryptoError) -> OpenSSLKey {
            let id = unsafe OBJ_sn2nid(group)
            guard let curve = unsafe EC_GROUP_new_by_curve_name(id), let number = unsafe BN_secure_new(),
                let point = unsafe EC_POINT_new(curve)
            else {
                throw OpenSSL.failure("The curve \(group) cannot be set up.")
            }
            defer {
                unsafe EC_GROUP_free(curve)
                unsafe BN_clear_free(number)
                unsafe EC_POINT_free(point)
            }
            unsafe BN_set_flags(number, BN_FLG_CONSTTIME)
            guard unsafe BN_bin2bn(bytes.bytes, Int32(bytes.count), number) != nil, unsafe BN_is_zero(number) == 0,
                unsafe BN_cmp(number, EC_GROUP_get0_order(curve)) < 0
            else { throw CryptoError(.invalidKey, "Not a private key of \(group).") }
            var encoded = [UInt8](repeating: 0, count: 1 + 2 * bytes.count)
            let length = unsafe encoded.withMutableBytes { encoded in
                unsafe EC_POINT_mul(curve, point, number, nil, nil, nil) == 1
                    ? EC_POINT_point2oct(curve, point, POINT_CONVERSION_UNCOMPRESSED, encoded.bytes, encoded.count, nil) : 0
            }
            guard length == encoded.count else { throw OpenSSL.failure("The public key cannot be computed.") }
            let key = unsafe encoded.withBytes { unsafe OpenSSLKey(owning: merlon_curve_key(group, number, $0.bytes, $0.count)) }
            guard let key else { throw OpenSSL.failure("The private key cannot be set up.") }
            return key
        }

        /// The encoded public half.
        func encodedPublicKey() throws(CryptoError) -> [UInt8] {
            var raw = [UInt8](repeating: 0, count: 32)
            var count = raw.count
            // Curve25519's keys; the other call knows X25519 but not Ed25519.
            if unsafe raw.withMutableBytes({ unsafe EVP_PKEY_get_raw_public_key(pointer, $0.bytes, &count) }) == 1 { return raw }
            ERR_clear_error()
            var bytes: UnsafeMutablePointer<UInt8>?
            count = unsafe EVP_PKEY_get1_encoded_public_key(pointer, &bytes)
            guard count > 0, let bytes = unsafe bytes else { throw OpenSSL.failure("The public key cannot be encoded.") }
            defer { unsafe CRYPTO_free(bytes, nil, 0) }
            return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        }

        /// The secret of so many bytes that this private key and a public one give; `nil` when they give none.
        func agree(with peer: OpenSSLKey, byteCount: Int) throws(CryptoError) -> SecretBytes? {
            let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil)
            defer { unsafe EVP_PKEY_CTX_free(context) }
            var secret = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: byteCount) }
            let isAgreed = unsafe secret.withUnsafeMutableBytes { output in
                var count = output.count
                return unsafe EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, peer.pointer) == 1
                    && EVP_PKEY_derive(context, output.bytes, &count) == 1 && count == output.count
            }
            if !isAgreed { ERR_clear_error() }
            return isAgreed ? SecretBytes(secret) : nil
        }

        private var isValidPublicKey: Bool {
            let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil)
            defer { unsafe EVP_PKEY_CTX_free(context) }
            return unsafe EVP_PKEY_public_check(context) == 1
        }
    }
#endif
