import CEmulatorOpenSSL
public import Foundation

extension OpenSSLCryptography {
    public func largerCurvePublicKey(of privateKey: Data) -> Data? {
        let count = privateKey.count
        guard let curve = Self.curve(ofCoordinate: count), let group = EC_GROUP_new_by_curve_name(curve) else { return nil }
        defer { EC_GROUP_free(group) }
        guard let scalar = BN_bin2bn([UInt8](privateKey), Int32(count), nil), let point = EC_POINT_new(group) else { return nil }
        defer {
            BN_clear_free(scalar)
            EC_POINT_free(point)
        }
        guard BN_is_zero(scalar) == 0, BN_cmp(scalar, EC_GROUP_get0_order(group)) < 0,
            EC_POINT_mul(group, point, scalar, nil, nil, nil) == 1
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1 + 2 * count)
        let length = EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, bytes.count, nil)
        return length == bytes.count ? Data(bytes) : nil
    }

    public func isLargerCurvePoint(_ point: Data) -> Bool { withPoint(point) { _ in true } ?? false }

    public func agreeLargerCurve(privateKey: Data, publicKey: Data) -> Data? {
        guard let own = largerCurvePublicKey(of: privateKey), own.count == publicKey.count,
            let scalar = BN_bin2bn([UInt8](privateKey), Int32(privateKey.count), nil)
        else { return nil }
        defer { BN_clear_free(scalar) }
        return withPoint(own) { key in
            withPoint(publicKey) { peer -> Data? in
                var secret = [UInt8](repeating: 0, count: privateKey.count)
                guard EC_KEY_set_private_key(key, scalar) == 1,
                    ECDH_compute_key(&secret, secret.count, EC_KEY_get0_public_key(peer), key, nil) == Int32(secret.count)
                else { return nil }
                return Data(secret)
            } ?? nil
        } ?? nil
    }

    public func signP384(digest: Data, privateKey: Data) -> Data? {
        guard let point = largerCurvePublicKey(of: privateKey), let scalar = BN_bin2bn([UInt8](privateKey), 48, nil) else { return nil }
        defer { BN_clear_free(scalar) }
        return withPoint(point) { key -> Data? in
            guard EC_KEY_set_private_key(key, scalar) == 1, let signature = ECDSA_do_sign([UInt8](digest), Int32(digest.count), key) else {
                return nil
            }
            defer { ECDSA_SIG_free(signature) }
            var halves = [UInt8](repeating: 0, count: 96)
            let done = halves.withUnsafeMutableBufferPointer { buffer in
                BN_bn2binpad(ECDSA_SIG_get0_r(signature), buffer.baseAddress, 48) == 48
                    && BN_bn2binpad(ECDSA_SIG_get0_s(signature), buffer.baseAddress.map { $0 + 48 }, 48) == 48
            }
            return done ? Data(halves) : nil
        } ?? nil
    }

    public func verifyP384(digest: Data, signature: Data, publicKey: Data) -> Bool {
        withPoint(publicKey) { key in
            guard let parsed = ECDSA_SIG_new() else { return false }
            defer { ECDSA_SIG_free(parsed) }
            let r = BN_bin2bn([UInt8](signature.prefix(48)), 48, nil)
            let s = BN_bin2bn([UInt8](signature.suffix(48)), 48, nil)
            guard ECDSA_SIG_set0(parsed, r, s) == 1 else { return false }
            return ECDSA_do_verify([UInt8](digest), Int32(digest.count), parsed, key) == 1
        } ?? false
    }

    public func wrap(_ key: Data, with wrappingKey: Data) -> Data? { runKeyWrap(key, wrappingKey, wraps: true) }

    public func unwrap(_ wrapped: Data, with wrappingKey: Data) -> Data? { runKeyWrap(wrapped, wrappingKey, wraps: false) }

    public func stretch(_ password: Data, salt: Data, iterations: Int, hashLength: Int, count: Int) -> Data? {
        let digest =
            switch hashLength {
            case 20: EVP_sha1()
            case 48: EVP_sha384()
            case 64: EVP_sha512()
            default: EVP_sha256()
            }
        var output = [UInt8](repeating: 0, count: count)
        let done = password.withUnsafeBytes { bytes in
            PKCS5_PBKDF2_HMAC(
                bytes.bindMemory(to: CChar.self).baseAddress, Int32(password.count), [UInt8](salt), Int32(salt.count), Int32(iterations),
                digest, Int32(count), &output)
        }
        return done == 1 ? Data(output) : nil
    }

    private func runKeyWrap(_ input: Data, _ key: Data, wraps: Bool) -> Data? {
        let algorithm: OpaquePointer? =
            switch key.count {
            case 16: EVP_aes_128_wrap()
            case 24: EVP_aes_192_wrap()
            case 32: EVP_aes_256_wrap()
            default: nil
            }
        guard let algorithm, input.count % 8 == 0, input.count >= (wraps ? 16 : 24), let state = EVP_CIPHER_CTX_new() else { return nil }
        defer { EVP_CIPHER_CTX_free(state) }
        EVP_CIPHER_CTX_set_flags(state, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
        var output = [UInt8](repeating: 0, count: input.count + 16)
        var count: Int32 = 0
        guard EVP_CipherInit_ex(state, algorithm, nil, [UInt8](key), nil, wraps ? 1 : 0) == 1,
            EVP_CipherUpdate(state, &output, &count, [UInt8](input), Int32(input.count)) == 1,
            count == Int32(wraps ? input.count + 8 : input.count - 8)
        else { return nil }
        return Data(output.prefix(Int(count)))
    }

    private static func curve(ofCoordinate byteCount: Int) -> Int32? {
        switch byteCount {
        case 48: NID_secp384r1
        case 66: NID_secp521r1
        default: nil
        }
    }

    private func withPoint<Result>(_ point: Data, _ body: (OpaquePointer) -> Result) -> Result? {
        guard let curve = Self.curve(ofCoordinate: (point.count - 1) / 2), point.count % 2 == 1, point.first == 4,
            let key = EC_KEY_new_by_curve_name(curve)
        else { return nil }
        defer { EC_KEY_free(key) }
        return EC_KEY_oct2key(key, [UInt8](point), point.count, nil) == 1 ? body(key) : nil
    }
}
