package import MerlonCore

/// HKDF (RFC 5869), composed of HMAC. Everything stays in secret memory.
///
/// For key material only: a password has too little entropy for it. Public use goes through ``DerivationKey``.
package enum HKDF: Sendable {
    /// A pseudorandom key of the input key material. An empty salt stands for zeros.
    package static func extract(_ algorithm: HashAlgorithm, from input: SecretBytes, salt: some Collection<UInt8>) throws(CryptoError)
        -> SecretBytes
    {
        unsafe try withContiguousBytes(of: salt) { (salt) throws(CryptoError) in unsafe try extract(algorithm, from: input, salt) }
    }

    /// A pseudorandom key of the input key material, with a salt that is itself secret: a chaining key.
    package static func extract(_ algorithm: HashAlgorithm, from input: SecretBytes, secretSalt salt: SecretBytes) throws(CryptoError)
        -> SecretBytes
    {
        unsafe try salt.withUnsafeBytes { (salt) throws(CryptoError) in unsafe try extract(algorithm, from: input, salt) }
    }

    private static func extract(_ algorithm: HashAlgorithm, from input: SecretBytes, _ salt: UnsafeRawBufferPointer) throws(CryptoError)
        -> SecretBytes
    {
        var output = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: algorithm.byteCount) }
        unsafe try input.withUnsafeBytes { (input) throws(CryptoError) in
            unsafe try output.withUnsafeMutableBytes { (output) throws(CryptoError) in
                unsafe try Backend.hmac(algorithm, key: salt, message: input, into: output)
            }
        }
        return SecretBytes(output)
    }

    /// `count` bytes, 1 ... 255 digests, of a pseudorandom key, for the purpose that `info` names.
    package static func expand(
        _ algorithm: HashAlgorithm, from key: SecretBytes, info: some Collection<UInt8>, count: Int
    ) throws(CryptoError) -> SecretBytes {
        unsafe try withContiguousBytes(of: info) { (info) throws(CryptoError) in
            unsafe try expand(algorithm, from: key, info: info, count: count)
        }
    }

    /// The same for a purpose that is lent.
    package static func expand(
        _ algorithm: HashAlgorithm, from key: SecretBytes, info: UnsafeRawBufferPointer, count: Int
    ) throws(CryptoError) -> SecretBytes {
        let digest = algorithm.byteCount
        guard count > 0, count <= 255 * digest else {
            throw CryptoError(.limitExceeded, "HKDF gives 1 to \(255 * digest) bytes, not \(count).")
        }
        if count == digest { return unsafe try firstBlock(algorithm, key, info) }
        // T(i) = HMAC(key, T(i-1) || info || i): the previous block, the purpose and the counter stand in one buffer of secret memory.
        var buffer = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: digest + info.count + 1) }
        var output = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: count) }
        unsafe try key.withUnsafeBytes { (key) throws(CryptoError) in
            unsafe try buffer.withUnsafeMutableBytes { (buffer) throws(CryptoError) in
                unsafe try output.withUnsafeMutableBytes { (output) throws(CryptoError) in
                    unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[digest...]).copyMemory(from: info)
                    for block in 0..<(count + digest - 1) / digest {
                        unsafe buffer[digest + info.count] = UInt8(block + 1)
                        let message = unsafe UnsafeRawBufferPointer(rebasing: buffer[(block == 0 ? digest : 0)...])
                        let previous = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<digest])
                        unsafe try Backend.hmac(algorithm, key: key, message: message, into: previous)
                        let wanted = min(digest, count - block * digest)
                        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: output[block * digest..<block * digest + wanted])
                        unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: previous[..<wanted]))
                    }
                }
            }
        }
        return SecretBytes(output)
    }

    /// T(1) = HMAC(key, info || 1), as most keys are made: nothing has to stand in secret memory but the key.
    private static func firstBlock(
        _ algorithm: HashAlgorithm, _ key: SecretBytes, _ info: UnsafeRawBufferPointer
    ) throws(CryptoError) -> SecretBytes {
        let counter: UInt8 = 1
        var output = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: algorithm.byteCount) }
        unsafe try output.withUnsafeMutableBytes { (output) throws(CryptoError) in
            unsafe try withUnsafeBytes(of: counter) { (counter) throws(CryptoError) in
                unsafe try HMAC.code(algorithm, key: key, header: info, message: counter, into: output)
            }
        }
        return SecretBytes(output)
    }

    /// Extract, then expand.
    package static func derive(
        _ algorithm: HashAlgorithm, from input: SecretBytes, salt: some Collection<UInt8>, info: some Collection<UInt8>, count: Int
    ) throws(CryptoError) -> SecretBytes {
        try expand(algorithm, from: try extract(algorithm, from: input, salt: salt), info: info, count: count)
    }
}
