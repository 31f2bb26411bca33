public import MerlonCrypto

/// Makes keys in hardware, and finds them again by what the hardware gave: the Secure Enclave's handle, a path in a TPM, an identifier on a token.
///
/// The handle opens nothing elsewhere: the key stays in the hardware that made it. It is kept in the vault all the same, since whoever has it can ask
/// that hardware to use the key.
public struct HardwareKeyMaker<Key: Sendable>: Sendable {
    /// Names the kind of key in the vault's record, such as `secure-enclave.signing`; 1 ... 32 bytes.
    public let kind: String
    let make: @Sendable () throws(CryptoError) -> [UInt8]
    let open: @Sendable ([UInt8]) throws(CryptoError) -> Key
    let discard: @Sendable ([UInt8]) -> Void

    /// Makes it.
    /// - Parameters:
    ///   - make: makes a new key and gives its handle.
    ///   - open: the key of a handle.
    ///   - discard: removes a key from the hardware, when another process was faster to make the one of this name. Hardware that keeps no keys, as the
    ///     Secure Enclave, needs none.
    public init(
        kind: String, make: @escaping @Sendable () throws(CryptoError) -> [UInt8],
        open: @escaping @Sendable ([UInt8]) throws(CryptoError) -> Key, discard: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) {
        self.kind = kind
        self.make = make
        self.open = open
        self.discard = discard
    }
}
