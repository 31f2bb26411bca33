import MerlonCore

/// The DER `SubjectPublicKeyInfo` of an RSA key (RFC 3279, 2.3.1), read strictly, so that both platforms refuse the same.
enum RSAPublicKeyInfo {
    private static let rsaEncryption: DERObjectIdentifier = [1, 2, 840, 113_549, 1, 1, 1]

    /// The PKCS #1 `RSAPublicKey` within, whose modulus has 2048 to 8192 bits and whose exponent is odd, above 1 and below 2^32.
    static func key(in der: some Collection<UInt8>) throws(CryptoError) -> [UInt8] {
        try read(der).key
    }

    /// The modulus and the exponent, big-endian without leading zeros.
    static func components(in der: some Collection<UInt8>) throws(CryptoError) -> (modulus: [UInt8], exponent: [UInt8]) {
        let read = try read(der)
        return (read.modulus, read.exponent)
    }

    /// The DER of a key with these numbers, not checked.
    static func encode(modulus: some Collection<UInt8>, exponent: some Collection<UInt8>) -> [UInt8] {
        SubjectPublicKeyInfo.encode(
            SubjectPublicKeyInfo.rsaIdentifier,
            DERWriter.element(.sequence, DERWriter.unsignedInteger(modulus) + DERWriter.unsignedInteger(exponent)))
    }

    private static func read(
        _ der: some Collection<UInt8>
    ) throws(CryptoError) -> (key: [UInt8], modulus: [UInt8], exponent: [UInt8]) {
        do throws(DERError) {
            var info = try DERReader(Array(der)).only(.sequence)
            var algorithm = try info.enter(.sequence)
            let identifier = try algorithm.read(.objectIdentifier).objectIdentifier()
            try algorithm.read(.null).null()
            try algorithm.finish()
            let bits = try info.read(.bitString).bitString()
            try info.finish()
            guard identifier == rsaEncryption, bits.unusedBits == 0 else { throw DERError(.unexpected, "no RSA key", offset: 0) }
            var key = try DERReader(bits.bytes).only(.sequence)
            let modulus = try key.read(.integer).unsignedIntegerBytes()
            let exponent = try key.read(.integer).unsignedIntegerBytes()
            try key.finish()
            let bitCount = 8 * modulus.count - (modulus.first?.leadingZeroBitCount ?? 0)
            guard (2048...8192).contains(bitCount), let last = exponent.last, last & 1 == 1, exponent.count <= 4, Array(exponent) != [1]
            else {
                throw DERError(.unexpected, "an RSA key of another size", offset: 0)
            }
            return (Array(bits.bytes), Array(modulus), Array(exponent))
        } catch {
            throw CryptoError(.invalidKey, "Not an RSA public key of 2048 to 8192 bits: \(error.reason).")
        }
    }
}
