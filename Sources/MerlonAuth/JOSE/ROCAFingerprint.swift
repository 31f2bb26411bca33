/// The mark that Infineon's library left in the RSA keys it made (CVE-2017-15361, "The Return of Coppersmith's Attack", CCS 2017): modulo
/// each small prime, the modulus is a power of 65537. One key in about 2^27 that has another origin looks so too.
enum ROCAFingerprint {
    private static let primes = [
        11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157,
    ]

    /// For each prime the remainders that powers of 65537 have.
    private static let powers: [(prime: Int, remainders: Set<Int>)] = primes.map { prime in
        var remainders: Set<Int> = []
        var power = 1
        while remainders.insert(power).inserted { power = power * 65537 % prime }
        return (prime, remainders)
    }

    /// Whether a big-endian modulus has the mark.
    static func marks(modulus: some Collection<UInt8>) -> Bool {
        powers.allSatisfy { prime, remainders in remainders.contains(modulus.reduce(0) { ($0 << 8 | Int($1)) % prime }) }
    }
}
