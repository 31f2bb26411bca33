#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
    import MerlonCore

    extension Backend {
        /// Writes ciphertext and tag to `output`, which has the message's length and ``AEAD/tagByteCount`` more.
        package static func seal(_ cipher: AEAD, _ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
            unsafe try input.check(for: cipher, output: output, opening: false)
            let key = unsafe SymmetricKey(data: input.key)
            let data = unsafe Data(input.header) + Data(input.context)
            do {
                let parts: (ciphertext: Data, tag: Data)
                if cipher == .chaCha20Poly1305 {
                    let nonce = unsafe try ChaChaPoly.Nonce(data: input.nonce)
                    let box = unsafe try ChaChaPoly.seal(input.message, using: key, nonce: nonce, authenticating: data)
                    parts = (box.ciphertext, box.tag)
                } else {
                    let nonce = unsafe try AES.GCM.Nonce(data: input.nonce)
                    let box = unsafe try AES.GCM.seal(input.message, using: key, nonce: nonce, authenticating: data)
                    parts = (box.ciphertext, box.tag)
                }
                unsafe output.copyBytes(from: parts.ciphertext)
                unsafe UnsafeMutableRawBufferPointer(rebasing: output.suffix(AEAD.tagByteCount)).copyBytes(from: parts.tag)
            } catch {
                throw CryptoError(.backendFailure, "Sealing failed.")
            }
        }

        /// Writes the plaintext to `output`, which has the message's length without the tag. Leaves zeros when the tag is wrong.
        package static func open(_ cipher: AEAD, _ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
            unsafe try input.check(for: cipher, output: output, opening: true)
            let key = unsafe SymmetricKey(data: input.key)
            let data = unsafe Data(input.header) + Data(input.context)
            let ciphertext = unsafe UnsafeRawBufferPointer(rebasing: input.message.dropLast(AEAD.tagByteCount))
            let tag = unsafe UnsafeRawBufferPointer(rebasing: input.message.suffix(AEAD.tagByteCount))
            var message: Data
            do {
                if cipher == .chaCha20Poly1305 {
                    let nonce = unsafe try ChaChaPoly.Nonce(data: input.nonce)
                    let box = unsafe try ChaChaPoly.SealedBox(nonce: nonce, ciphertext: ciphertext, tag: tag)
                    message = try ChaChaPoly.open(box, using: key, authenticating: data)
                } else {
                    let nonce = unsafe try AES.GCM.Nonce(data: input.nonce)
                    let box = unsafe try AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, tag: tag)
                    message = try AES.GCM.open(box, using: key, authenticating: data)
                }
            } catch {
                unsafe wipe(output)
                throw .authenticationFailed
            }
            unsafe output.copyBytes(from: message)
            message.resetBytes(in: 0..<message.count)
        }
    }
#endif
