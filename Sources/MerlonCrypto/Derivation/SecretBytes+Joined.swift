import MerlonCore

extension SecretBytes {
    /// Public bytes, then secrets, in one piece of secret memory.
    convenience init(joining prefix: [UInt8], _ secrets: [SecretBytes], suffix: [UInt8] = []) throws(CryptoError) {
        var joined = try translatingCoreErrors { () throws(CoreError) in
            try LockedBytes(count: secrets.reduce(prefix.count + suffix.count) { $0 + $1.count })
        }
        unsafe joined.withUnsafeMutableBytes { output in
            unsafe output.copyBytes(from: prefix)
            var position = prefix.count
            for secret in secrets {
                unsafe secret.withUnsafeBytes { unsafe UnsafeMutableRawBufferPointer(rebasing: output[position...]).copyBytes(from: $0) }
                position += secret.count
            }
            unsafe UnsafeMutableRawBufferPointer(rebasing: output[position...]).copyBytes(from: suffix)
        }
        self.init(joined)
    }
}
