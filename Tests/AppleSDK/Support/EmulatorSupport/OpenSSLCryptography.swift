import CEmulatorOpenSSL
public import EmulatedDevice
public import Foundation

/// The emulator's cryptography, by OpenSSL. Apart from the product's own backend, so that one does not vouch for the other.
public struct OpenSSLCryptography: EmulatedCryptography {
    /// Makes it.
    public init() {}

    /// Makes the emulated device able to do cryptography.
    public static func install() { EmulatedDevice.cryptography = OpenSSLCryptography() }

    public func newP256Key() -> (privateKey: Data, publicKey: Data) {
        while true {
            let scalar = Data((0..<32).map { _ in UInt8.random(in: 0...255) })
            if let point = p256PublicKey(of: scalar) { return (scalar, point) }
        }
    }

    public func p256PublicKey(of privateKey: Data) -> Data? {
        guard privateKey.count == 32, let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else { return nil }
        defer { EC_GROUP_free(group) }
        guard let scalar = bignum(privateKey), let point = EC_POINT_new(group) else { return nil }
        defer {
            BN_clear_free(scalar)
            EC_POINT_free(point)
        }
        guard BN_is_zero(scalar) == 0, BN_cmp(scalar, EC_GROUP_get0_order(group)) < 0,
            EC_POINT_mul(group, point, scalar, nil, nil, nil) == 1
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: 65)
        guard EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, 65, nil) == 65 else { return nil }
        return Data(bytes)
    }

    public func signP256(digest: Data, privateKey: Data) -> Data? {
        withKey(privateKey: privateKey) { key in
            var length: UInt32 = 80
            var signature = [UInt8](repeating: 0, count: 80)
            let done = digest.withUnsafeBytes {
                ECDSA_sign(0, $0.bindMemory(to: UInt8.self).baseAddress, Int32(digest.count), &signature, &length, key)
            }
            return done == 1 ? Data(signature.prefix(Int(length))) : nil
        }
    }

    public func verifyP256(digest: Data, signature: Data, publicKey: Data) -> Bool {
        withPublicKey(publicKey) { key in
            digest.withUnsafeBytes { digestBytes in
                signature.withUnsafeBytes { signatureBytes in
                    ECDSA_verify(
                        0, digestBytes.bindMemory(to: UInt8.self).baseAddress, Int32(digest.count),
                        signatureBytes.bindMemory(to: UInt8.self).baseAddress, Int32(signature.count), key) == 1
                }
            }
        } ?? false
    }

    public func agreeP256(privateKey: Data, publicKey: Data) -> Data? {
        withKey(privateKey: privateKey) { own in
            withPublicKey(publicKey) { peer in
                var secret = [UInt8](repeating: 0, count: 32)
                return ECDH_compute_key(&secret, 32, EC_KEY_get0_public_key(peer), own, nil) == 32 ? Data(secret) : nil
            } ?? nil
        }
    }

    public func hash(_ data: Data, length: Int) -> Data {
        var out = [UInt8](repeating: 0, count: 64)
        var count: UInt32 = 0
        let done = data.withUnsafeBytes { EVP_Digest($0.baseAddress, data.count, &out, &count, digest(length), nil) }
        precondition(done == 1)
        return Data(out.prefix(Int(count)))
    }

    public func authenticate(_ data: Data, key: Data, length: Int) -> Data {
        var out = [UInt8](repeating: 0, count: 64)
        var count: UInt32 = 0
        let done = key.withUnsafeBytes { keyBytes in
            data.withUnsafeBytes {
                HMAC(
                    digest(length), keyBytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1), Int32(key.count),
                    $0.bindMemory(to: UInt8.self).baseAddress, data.count, &out, &count)
            }
        }
        precondition(done != nil)
        return Data(out.prefix(Int(count)))
    }

    public func seal(_ cipher: EmulatedCipher, key: Data, nonce: Data, context: Data, plaintext: Data) -> Data? {
        run(cipher, key: key, nonce: nonce, context: context, input: plaintext, tag: nil)
    }

    public func open(_ cipher: EmulatedCipher, key: Data, nonce: Data, context: Data, sealed: Data) -> Data? {
        guard sealed.count >= 16 else { return nil }
        return run(cipher, key: key, nonce: nonce, context: context, input: Data(sealed.dropLast(16)), tag: Data(sealed.suffix(16)))
    }

    /// With a tag: opens. Without: seals, and appends the tag.
    private func run(_ cipher: EmulatedCipher, key: Data, nonce: Data, context: Data, input: Data, tag: Data?) -> Data? {
        let algorithm: OpaquePointer? =
            switch (cipher, key.count) {
            case (.aesGCM, 16): EVP_aes_128_gcm()
            case (.aesGCM, 24): EVP_aes_192_gcm()
            case (.aesGCM, 32): EVP_aes_256_gcm()
            case (.chaChaPoly, 32): EVP_chacha20_poly1305()
            default: nil
            }
        guard let algorithm, let state = EVP_CIPHER_CTX_new() else { return nil }
        defer { EVP_CIPHER_CTX_free(state) }
        let encrypts: Int32 = tag == nil ? 1 : 0
        var count: Int32 = 0
        var output = [UInt8](repeating: 0, count: input.count + 16)
        guard EVP_CipherInit_ex(state, algorithm, nil, nil, nil, encrypts) == 1,
            EVP_CIPHER_CTX_ctrl(state, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonce.count), nil) == 1,
            EVP_CipherInit_ex(state, nil, nil, [UInt8](key), [UInt8](nonce), encrypts) == 1,
            context.isEmpty || EVP_CipherUpdate(state, nil, &count, [UInt8](context), Int32(context.count)) == 1,
            EVP_CipherUpdate(state, &output, &count, [UInt8](input), Int32(input.count)) == 1
        else { return nil }
        if var tag = tag.map([UInt8].init), EVP_CIPHER_CTX_ctrl(state, EVP_CTRL_AEAD_SET_TAG, 16, &tag) != 1 { return nil }
        var rest = [UInt8](repeating: 0, count: 16)
        guard EVP_CipherFinal_ex(state, &rest, &count) == 1 else { return nil }
        output.removeLast(16)
        if tag == nil {
            guard EVP_CIPHER_CTX_ctrl(state, EVP_CTRL_AEAD_GET_TAG, 16, &rest) == 1 else { return nil }
            output += rest
        }
        return Data(output)
    }

    public func edwardsPublicKey(_ curve: EmulatedEdwardsCurve, of privateKey: Data) -> Data? {
        guard privateKey.count == 32, let key = EVP_PKEY_new_raw_private_key(identifier(curve), nil, [UInt8](privateKey), 32) else {
            return nil
        }
        defer { EVP_PKEY_free(key) }
        var out = [UInt8](repeating: 0, count: 32)
        var count = 32
        return EVP_PKEY_get_raw_public_key(key, &out, &count) == 1 ? Data(out) : nil
    }

    public func agreeX25519(privateKey: Data, publicKey: Data) -> Data? {
        guard let own = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nil, [UInt8](privateKey), privateKey.count),
            let peer = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nil, [UInt8](publicKey), publicKey.count),
            let context = EVP_PKEY_CTX_new(own, nil)
        else { return nil }
        defer {
            EVP_PKEY_CTX_free(context)
            EVP_PKEY_free(own)
            EVP_PKEY_free(peer)
        }
        var out = [UInt8](repeating: 0, count: 32)
        var count = 32
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, peer) == 1, EVP_PKEY_derive(context, &out, &count) == 1,
            out.contains(where: { $0 != 0 })
        else { return nil }
        return Data(out)
    }

    public func signEd25519(_ message: Data, privateKey: Data) -> Data? {
        guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, [UInt8](privateKey), privateKey.count),
            let context = EVP_MD_CTX_new()
        else { return nil }
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        var out = [UInt8](repeating: 0, count: 64)
        var count = 64
        guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            EVP_DigestSign(context, &out, &count, [UInt8](message), message.count) == 1
        else { return nil }
        return Data(out)
    }

    public func verifyEd25519(_ message: Data, signature: Data, publicKey: Data) -> Bool {
        guard let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, [UInt8](publicKey), publicKey.count),
            let context = EVP_MD_CTX_new()
        else { return false }
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, [UInt8](signature), signature.count, [UInt8](message), message.count) == 1
    }

    public func rsaModulusSize(ofPKCS1 der: Data) -> Int? {
        guard let key = rsaKey(der) else { return nil }
        defer { EVP_PKEY_free(key) }
        return Int(EVP_PKEY_get_size(key))
    }

    public func verifyRSA(_ message: Data, signature: Data, pkcs1: Data, hashLength: Int, isPSS: Bool) -> Bool {
        guard let key = rsaKey(pkcs1), let context = EVP_MD_CTX_new() else { return false }
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        var parameters: OpaquePointer?
        guard EVP_DigestVerifyInit(context, &parameters, digest(hashLength), nil, key) == 1 else { return false }
        if isPSS {
            guard EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING) == 1,
                EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, RSA_PSS_SALTLEN_DIGEST) == 1
            else { return false }
        }
        return EVP_DigestVerify(context, [UInt8](signature), signature.count, [UInt8](message), message.count) == 1
    }

    private func rsaKey(_ pkcs1: Data) -> OpaquePointer? {
        let bytes = [UInt8](pkcs1)
        return bytes.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return d2i_PublicKey(EVP_PKEY_RSA, nil, &start, bytes.count)
        }
    }

    // MARK: Pieces

    private func digest(_ length: Int) -> OpaquePointer? {
        switch length {
        case 20: EVP_sha1()
        case 48: EVP_sha384()
        case 64: EVP_sha512()
        default: EVP_sha256()
        }
    }

    private func identifier(_ curve: EmulatedEdwardsCurve) -> Int32 { curve == .x25519 ? EVP_PKEY_X25519 : EVP_PKEY_ED25519 }

    private func bignum(_ data: Data) -> OpaquePointer? {
        data.withUnsafeBytes { BN_bin2bn($0.bindMemory(to: UInt8.self).baseAddress, Int32(data.count), nil) }
    }

    private func withKey<Result>(privateKey: Data, _ body: (OpaquePointer) -> Result?) -> Result? {
        guard let point = p256PublicKey(of: privateKey), let scalar = bignum(privateKey) else { return nil }
        defer { BN_clear_free(scalar) }
        return withPublicKey(point) { key in EC_KEY_set_private_key(key, scalar) == 1 ? body(key) : nil } ?? nil
    }

    private func withPublicKey<Result>(_ point: Data, _ body: (OpaquePointer) -> Result) -> Result? {
        guard let key = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1) else { return nil }
        defer { EC_KEY_free(key) }
        let done = point.withUnsafeBytes { EC_KEY_oct2key(key, $0.bindMemory(to: UInt8.self).baseAddress, point.count, nil) }
        return done == 1 ? body(key) : nil
    }
}
