/// How a signature is written.
public enum SignatureEncoding: Hashable, Sendable {
    /// The algorithm's own form: r ‖ s of fixed length for ECDSA (IEEE P1363, JOSE, WebCrypto), 64 bytes for Ed25519, the number for RSA.
    case raw
    /// ECDSA's DER sequence of r and s (X.509, TLS, OpenSSL). The other algorithms have no such form.
    case der

    func encode(_ raw: [UInt8], _ algorithm: SignatureAlgorithm) throws(CryptoError) -> [UInt8] {
        guard self == .der else { return raw }
        _ = try componentByteCount(algorithm)
        return ECDSASignature.der(fromRaw: raw)
    }

    /// The raw form. Throws ``CryptoError/Code/authenticationFailed`` for DER that is not in its one distinguished form.
    func raw(_ signature: [UInt8], _ algorithm: SignatureAlgorithm) throws(CryptoError) -> [UInt8] {
        guard self == .der else { return signature }
        let count = try componentByteCount(algorithm)
        do throws(CryptoError) { return try ECDSASignature.raw(fromDER: signature, componentByteCount: count) } catch {
            throw .authenticationFailed
        }
    }

    private func componentByteCount(_ algorithm: SignatureAlgorithm) throws(CryptoError) -> Int {
        guard algorithm == .ecdsaP256 || algorithm == .ecdsaP384, let scheme = algorithm.scheme else {
            throw CryptoError(.invalidArgument, "Signatures by \(algorithm.rawValue) have no DER form.")
        }
        return scheme.signatureByteCount / 2
    }
}
