import MerlonCore

/// The key derivation of ANSI X9.63 (SEC 1, 3.6.1), for opening what others derived with it.
enum X963: Sendable {
    /// `count` bytes of the secret and the shared information: the hashes of secret ‖ counter ‖ information, one after the other.
    static func derive(
        _ algorithm: HashAlgorithm, from secret: SecretBytes, sharedInfo: [UInt8], count: Int
    ) throws(CryptoError) -> SecretBytes {
        var output = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: count) }
        for block in 0..<(count + algorithm.byteCount - 1) / algorithm.byteCount {
            var stream = HashStream(algorithm)
            unsafe secret.withUnsafeBytes { unsafe stream.update($0) }
            stream.update([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (block + 1) >> $0) })
            stream.update(sharedInfo)
            var digest = stream.finish()
            unsafe output.withUnsafeMutableBytes { output in
                let start = block * algorithm.byteCount
                unsafe UnsafeMutableRawBufferPointer(rebasing: output[start...]).copyBytes(from: digest.prefix(count - start))
            }
            wipe(&digest)
        }
        return SecretBytes(output)
    }
}
