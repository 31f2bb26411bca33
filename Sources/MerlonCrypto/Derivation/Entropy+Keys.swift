import MerlonCore

extension Entropy {
    /// The key that `make` makes of the first of some random numbers that is one.
    ///
    /// On P-256 one number in 2^32 is no scalar: four draws fail in no lifetime, unless the entropy is broken, and then this throws
    /// ``CryptoError/Code/entropyUnavailable``.
    func key<Key>(byteCount: Int, _ make: (SecretBytes) throws(CryptoError) -> Key) throws(CryptoError) -> Key {
        for _ in 0..<4 {
            let material = try translatingCoreErrors { () throws(CoreError) in try secret(count: byteCount) }
            do throws(CryptoError) { return try make(material) } catch {
                guard error.code == .invalidKey else { throw error }
            }
        }
        throw CryptoError(.entropyUnavailable, "The random source gives no private keys.")
    }
}
