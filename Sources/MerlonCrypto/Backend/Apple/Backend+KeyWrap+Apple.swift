#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
    import MerlonCore

    extension Backend {
        /// AES key wrap (RFC 3394) of `key`, a multiple of 8 bytes from 16 on, under a key of 16, 24 or 32 bytes; writes 8 bytes more to `output`.
        package static func wrapKey(
            _ key: UnsafeRawBufferPointer, with wrappingKey: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard key.count >= 16, key.count % 8 == 0, output.count == key.count + 8 else {
                throw CryptoError(.invalidArgument, "AES key wrap takes a multiple of 8 bytes, 16 at least.")
            }
            try checkLength(ofWrappingKey: wrappingKey.count)
            guard let wrapped = unsafe try? AES.KeyWrap.wrap(SymmetricKey(data: key), using: SymmetricKey(data: wrappingKey)),
                wrapped.count == output.count
            else { throw CryptoError(.backendFailure, "Key wrap failed.") }
            unsafe output.copyBytes(from: wrapped)
        }

        /// Undoes ``wrapKey(_:with:into:)``; writes 8 bytes fewer to `output`, and wipes them when the wrapped key does not authenticate.
        package static func unwrapKey(
            _ wrapped: UnsafeRawBufferPointer, with wrappingKey: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard wrapped.count >= 24, wrapped.count % 8 == 0, output.count == wrapped.count - 8 else { throw .authenticationFailed }
            try checkLength(ofWrappingKey: wrappingKey.count)
            guard let key = unsafe try? AES.KeyWrap.unwrap(wrapped, using: SymmetricKey(data: wrappingKey)),
                key.bitCount == 8 * output.count
            else {
                unsafe wipe(output)
                throw .authenticationFailed
            }
            unsafe key.withUnsafeBytes { unsafe output.copyMemory(from: $0) }
        }

        private static func checkLength(ofWrappingKey count: Int) throws(CryptoError) {
            guard [16, 24, 32].contains(count) else { throw CryptoError(.invalidKey, "An AES key has 16, 24 or 32 bytes.") }
        }
    }
#endif
