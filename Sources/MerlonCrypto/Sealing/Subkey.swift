import MerlonCore

/// A key that seals and opens messages of one salt, prepared for many where that pays. A class, so that lending it is one reference.
final class Subkey: Sendable {
    let key: SecretBytes
    /// Whether preparing it was tried.
    let isPrepared: Bool
    private let algorithm: SealingAlgorithm
    private let prepared: Backend.PreparedKey?

    init(_ key: SecretBytes, _ algorithm: SealingAlgorithm, isPrepared: Bool) {
        self.key = key
        self.algorithm = algorithm
        self.isPrepared = isPrepared
        prepared = isPrepared && algorithm == .aes256GCM ? Backend.PreparedKey(aes256: key) : nil
    }

    func seal(_ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        if let prepared { return unsafe try prepared.seal(input, into: output) }
        unsafe try key.withUnsafeBytes { (key) throws(CryptoError) in
            var input = input
            unsafe input.key = key
            unsafe try algorithm.seal(input, into: output)
        }
    }

    func open(_ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        if let prepared { return unsafe try prepared.open(input, into: output) }
        unsafe try key.withUnsafeBytes { (key) throws(CryptoError) in
            var input = input
            unsafe input.key = key
            unsafe try algorithm.open(input, into: output)
        }
    }
}
