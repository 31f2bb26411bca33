import CEmulatorOpenSSL
public import Foundation

extension OpenSSLCryptography {
    public func rsaPublicKey(ofPrivatePKCS1 der: Data) -> Data? {
        guard let key = privateKey(der) else { return nil }
        defer { EVP_PKEY_free(key) }
        let length = i2d_PublicKey(key, nil)
        guard length > 0 else { return nil }
        var output = [UInt8](repeating: 0, count: Int(length))
        let written = output.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            return i2d_PublicKey(key, &start)
        }
        return written == length ? Data(output) : nil
    }

    public func signRSA(_ message: Data, privatePKCS1: Data, hashLength: Int, isPSS: Bool) -> Data? {
        guard let key = privateKey(privatePKCS1), let context = EVP_MD_CTX_new() else { return nil }
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        let digest =
            switch hashLength {
            case 20: EVP_sha1()
            case 48: EVP_sha384()
            case 64: EVP_sha512()
            default: EVP_sha256()
            }
        var parameters: OpaquePointer?
        guard EVP_DigestSignInit(context, &parameters, digest, nil, key) == 1 else { return nil }
        if isPSS {
            guard EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING) == 1,
                EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, RSA_PSS_SALTLEN_DIGEST) == 1
            else { return nil }
        }
        var count = Int(EVP_PKEY_get_size(key))
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(context, &signature, &count, [UInt8](message), message.count) == 1 else { return nil }
        return Data(signature.prefix(count))
    }

    private func privateKey(_ pkcs1: Data) -> OpaquePointer? {
        let bytes = [UInt8](pkcs1)
        return bytes.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return d2i_PrivateKey(EVP_PKEY_RSA, nil, &start, bytes.count)
        }
    }
}
