import CEmulatorOpenSSL
import EmulatedDevice
public import Foundation

/// Certificates and chains.
extension OpenSSLCryptography {
    public func publicKeyInfo(ofCertificate der: Data) -> Data? {
        guard let certificate = parse(der) else { return nil }
        defer { X509_free(certificate) }
        var out: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &out)
        guard count > 0, let out else { return nil }
        defer { CRYPTO_free(out, "", 0) }
        return Data(bytes: out, count: Int(count))
    }

    public func evaluate(chain: [Data], host: String?, at date: Date, anchors: [Data]) -> (status: Int32, path: [Data]) {
        let notTrusted: (Int32, [Data]) = (-67843, [])
        guard let leafDER = chain.first, let leaf = parse(leafDER), let store = X509_STORE_new(), let context = X509_STORE_CTX_new(),
            let others = emulator_certificates()
        else { return notTrusted }
        defer {
            X509_STORE_CTX_free(context)
            X509_STORE_free(store)
            emulator_free(others)
            X509_free(leaf)
        }
        for der in anchors {
            guard let anchor = parse(der) else { continue }
            X509_STORE_add_cert(store, anchor)
            X509_free(anchor)
        }
        for der in chain.dropFirst() { if let certificate = parse(der) { _ = emulator_push(others, certificate) } }
        guard X509_STORE_CTX_init(context, store, leaf, others) == 1, let parameters = X509_STORE_CTX_get0_param(context) else {
            return notTrusted
        }
        X509_VERIFY_PARAM_set_time(parameters, time_t(date.timeIntervalSince1970))
        X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_SSL_SERVER)
        if let host {
            X509_VERIFY_PARAM_set_hostflags(parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
            if X509_VERIFY_PARAM_set1_ip_asc(parameters, host) != 1 { X509_VERIFY_PARAM_set1_host(parameters, host, 0) }
        }
        // Apple's validator takes any certificate for an anchor, not only self-signed ones.
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
        X509_VERIFY_PARAM_set_auth_level(parameters, 2)
        if X509_verify_cert(context) == 1 { return (0, path(X509_STORE_CTX_get0_chain(context))) }
        let status: Int32 =
            switch X509_STORE_CTX_get_error(context) {
            case X509_V_ERR_CERT_HAS_EXPIRED: -67818
            case X509_V_ERR_CERT_NOT_YET_VALID: -67819
            case X509_V_ERR_HOSTNAME_MISMATCH: -67602
            default: notTrusted.0
            }
        return (status, [])
    }

    private func path(_ stack: OpaquePointer?) -> [Data] {
        (0..<max(OPENSSL_sk_num(stack), 0)).compactMap { index in
            var out: UnsafeMutablePointer<UInt8>?
            let count = i2d_X509(OpaquePointer(OPENSSL_sk_value(stack, index)), &out)
            guard count > 0, let out else { return nil }
            defer { CRYPTO_free(out, "", 0) }
            return Data(bytes: out, count: Int(count))
        }
    }

    private func parse(_ der: Data) -> OpaquePointer? {
        der.withUnsafeBytes { raw in
            var start = raw.bindMemory(to: UInt8.self).baseAddress
            let end = start.map { $0 + der.count }
            guard let certificate = d2i_X509(nil, &start, der.count) else { return nil }
            if start != end {
                X509_free(certificate)
                return nil
            }
            return certificate
        }
    }
}
