#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
    import MerlonCore

    /// CryptoKit has no schedules: each message works its own out.
    extension Backend {
        /// Bytes of a schedule: none.
        static let scheduleByteCount = 0

        /// Does nothing.
        static func prepare(_ key: UnsafeRawBufferPointer, in room: UnsafeMutableRawBufferPointer) {}

        /// Seals a message. The lengths are checked already.
        static func seal(
            _ input: AEADInput, prepared schedule: UnsafeRawBufferPointer, into ciphertext: UnsafeMutableRawBufferPointer,
            tag: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            do {
                let box = unsafe try AES.GCM.seal(
                    input.message, using: SymmetricKey(data: input.key), nonce: AES.GCM.Nonce(data: input.nonce),
                    authenticating: input.header)
                unsafe ciphertext.copyBytes(from: box.ciphertext)
                unsafe tag.copyBytes(from: box.tag)
            } catch {
                throw CryptoError(.backendFailure, "Sealing failed.")
            }
        }
    }
#endif
