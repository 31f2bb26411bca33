import MerlonCore

/// A key and the epoch of the master key in which it was made: what was sealed before a rotation stays readable under the older one.
struct EpochKey: Sendable {
    let epoch: UInt32
    let key: SecretBytes

    /// A new random key.
    static func generate(epoch: UInt32) throws(VaultError) -> EpochKey {
        EpochKey(epoch: epoch, key: try reportingCore { () throws(CoreError) in try SystemEntropy().secret(count: 32) })
    }
}
