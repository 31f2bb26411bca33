package import MerlonCore

/// HMAC (RFC 2104, FIPS 198-1).
package enum HMAC: Sendable {
    /// The code of `message` under `key`, which may have any length.
    package static func code(_ algorithm: HashAlgorithm, key: SecretBytes, message: some Collection<UInt8>) throws(CryptoError) -> [UInt8] {
        unsafe try withContiguousBytes(of: message) { (message) throws(CryptoError) in
            unsafe try code(algorithm, key: key, message: message)
        }
    }

    /// The code of `message` under `key`, which may have any length.
    package static func code(
        _ algorithm: HashAlgorithm, key: SecretBytes, message: UnsafeRawBufferPointer
    ) throws(CryptoError) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: algorithm.byteCount)
        unsafe try key.withUnsafeBytes { (key) throws(CryptoError) in
            unsafe try code.withMutableBytes { (output) throws(CryptoError) in
                unsafe try Backend.hmac(algorithm, key: key, message: message, into: output)
            }
        }
        return code
    }

    /// Writes the code of a header and a message, one behind the other, to `output`, which has ``HashAlgorithm/byteCount`` bytes.
    package static func code(
        _ algorithm: HashAlgorithm, key: SecretBytes, header: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        unsafe try key.withUnsafeBytes { (key) throws(CryptoError) in
            unsafe try Backend.hmac(algorithm, key: key, header: header, message: message, into: output)
        }
    }

    /// Whether `code` is the code of `message`, in a time that depends on the lengths alone. Shortened codes are refused.
    package static func verify(
        _ code: some Collection<UInt8>, _ algorithm: HashAlgorithm, key: SecretBytes, message: some Collection<UInt8>
    ) throws(CryptoError) -> Bool {
        ConstantTime.equal(try self.code(algorithm, key: key, message: message), code)
    }
}
