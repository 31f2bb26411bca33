#if canImport(CryptoKit)
    import CommonCrypto
    import CryptoKit
    import Foundation

    extension Backend {
        /// Writes the code of `header` and `message`, one behind the other, to `output`, which has ``HashAlgorithm/byteCount`` bytes and may
        /// overlap them.
        package static func hmac(
            _ algorithm: HashAlgorithm, key: UnsafeRawBufferPointer,
            header: UnsafeRawBufferPointer = unsafe UnsafeRawBufferPointer(start: nil, count: 0), message: UnsafeRawBufferPointer,
            into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard output.count == algorithm.byteCount else { throw CryptoError(.invalidArgument, "The output has the wrong length.") }
            switch algorithm {
            case .sha256: unsafe hmac(SHA256.self, key, header, message, output)
            case .sha384: unsafe hmac(SHA384.self, key, header, message, output)
            case .sha512: unsafe hmac(SHA512.self, key, header, message, output)
            case .insecureSHA1: unsafe hmac(Insecure.SHA1.self, key, header, message, output)
            }
        }

        private static func hmac<H: HashFunction>(
            _ function: H.Type, _ key: UnsafeRawBufferPointer, _ header: UnsafeRawBufferPointer, _ message: UnsafeRawBufferPointer,
            _ output: UnsafeMutableRawBufferPointer
        ) {
            var code = unsafe CryptoKit.HMAC<H>(key: SymmetricKey(data: key))
            unsafe code.update(data: header)
            unsafe code.update(data: message)
            unsafe code.finalize().withUnsafeBytes { unsafe output.copyMemory(from: $0) }
        }

        /// PBKDF2 (RFC 8018) with HMAC; fills `output`.
        package static func pbkdf2(
            _ algorithm: HashAlgorithm, password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, iterations: Int,
            into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            guard iterations > 0, let count = UInt32(exactly: iterations), Int32(exactly: iterations) != nil,
                Int32(exactly: output.count) != nil, Int32(exactly: password.count) != nil, Int32(exactly: salt.count) != nil
            else { throw CryptoError(.limitExceeded, "PBKDF2 takes 1 to \(Int32.max) iterations and bytes.") }
            let function: Int
            switch algorithm {
            case .sha256: function = kCCPRFHmacAlgSHA256
            case .sha384: function = kCCPRFHmacAlgSHA384
            case .sha512: function = kCCPRFHmacAlgSHA512
            case .insecureSHA1: function = kCCPRFHmacAlgSHA1
            }
            let status = unsafe CCKeyDerivationPBKDF(
                CCPBKDFAlgorithm(kCCPBKDF2), password.baseAddress?.assumingMemoryBound(to: CChar.self), password.count,
                salt.baseAddress?.assumingMemoryBound(to: UInt8.self), salt.count, CCPseudoRandomAlgorithm(function), count,
                output.baseAddress?.assumingMemoryBound(to: UInt8.self), output.count)
            guard status == Int32(kCCSuccess) else { throw CryptoError(.backendFailure, "PBKDF2 failed.", nativeStatus: Int64(status)) }
        }
    }
#endif
