import MerlonCore

/// The numbers of an RSA key, big-endian and without leading zeros (RFC 7518, 6.3).
struct RSAMaterial: Sendable {
    /// The private numbers: exponent, the two primes, their exponents, the coefficient.
    struct PrivateNumbers: Sendable {
        let d: SecretBytes
        let p: SecretBytes
        let q: SecretBytes
        let dp: SecretBytes
        let dq: SecretBytes
        let qi: SecretBytes
    }

    let modulus: [UInt8]
    let exponent: [UInt8]
    let privateNumbers: PrivateNumbers?

    var isPrivate: Bool { privateNumbers != nil }

    /// The private key as PKCS #8 DER (RFC 5958) around PKCS #1's `RSAPrivateKey` (RFC 8017, A.1.2), written in secret memory; `nil` for a
    /// public key.
    func pkcs8() throws(CoreError) -> SecretBytes? {
        guard let numbers = privateNumbers else { return nil }
        let secrets = [numbers.d, numbers.p, numbers.q, numbers.dp, numbers.dq, numbers.qi]
        let publicPart = DERWriter.unsignedInteger([0]) + DERWriter.unsignedInteger(modulus) + DERWriter.unsignedInteger(exponent)
        let key = publicPart.count + secrets.reduce(0) { $0 + Self.header($1).count + $1.count }
        let rsaEncryption: DERObjectIdentifier = [1, 2, 840, 113_549, 1, 1, 1]
        let algorithm = DERWriter.element(.sequence, DERWriter.element(.objectIdentifier, rsaEncryption.encoded) + DERWriter.element(.null))
        let keyHeader = DERWriter.header(.sequence, count: key)
        let start =
            DERWriter.unsignedInteger([0]) + algorithm + DERWriter.header(.octetString, count: keyHeader.count + key) + keyHeader
            + publicPart
        let whole = start.count + key - publicPart.count
        let front = DERWriter.header(.sequence, count: whole) + start
        return unsafe try SecretBytes(count: front.count + key - publicPart.count) { (output) throws(CoreError) in
            var position = 0
            func append(_ bytes: UnsafeRawBufferPointer) {
                unsafe UnsafeMutableRawBufferPointer(rebasing: output[position...]).copyMemory(from: bytes)
                position += bytes.count
            }
            unsafe front.withBytes { unsafe append($0) }
            for secret in secrets {
                unsafe Self.header(secret).withBytes { unsafe append($0) }
                unsafe secret.withUnsafeBytes { unsafe append($0) }
            }
        }
    }

    /// The octets before a secret number: identifier, length, and the zero that keeps it positive.
    private static func header(_ number: SecretBytes) -> [UInt8] {
        let isPadded = unsafe number.withUnsafeBytes { unsafe ($0.first ?? 0x80) >= 0x80 }
        return DERWriter.header(.integer, count: number.count + (isPadded ? 1 : 0)) + (isPadded ? [0] : [])
    }
}
