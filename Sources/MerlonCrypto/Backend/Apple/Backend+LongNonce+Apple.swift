#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
    import MerlonCore

    extension Backend {
        /// Bytes of the nonces that Security's ECIES has, which GCM hashes to its own length (NIST SP 800-38D, 7.1).
        package static let longNonceByteCount = 16

        /// Opens AES-GCM, with a key of 16 or 32 bytes, and a nonce of ``longNonceByteCount``, as ``open(_:_:into:)`` does with one of 12 bytes. For old messages alone:
        /// nothing is sealed so.
        package static func openWithLongNonce(_ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
            unsafe try input.checkLongNonce(output)
            var message: Data
            do {
                let box = unsafe try AES.GCM.SealedBox(
                    nonce: AES.GCM.Nonce(data: input.nonce),
                    ciphertext: UnsafeRawBufferPointer(rebasing: input.message.dropLast(AEAD.tagByteCount)),
                    tag: UnsafeRawBufferPointer(rebasing: input.message.suffix(AEAD.tagByteCount)))
                let data = unsafe Data(input.header) + Data(input.context)
                message = unsafe try AES.GCM.open(box, using: SymmetricKey(data: input.key), authenticating: data)
            } catch {
                unsafe wipe(output)
                throw .authenticationFailed
            }
            unsafe output.copyBytes(from: message)
            message.resetBytes(in: 0..<message.count)
        }
    }
#endif
