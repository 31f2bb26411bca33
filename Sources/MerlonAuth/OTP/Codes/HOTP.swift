import MerlonCore
import MerlonCrypto

/// Codes by counter (RFC 4226), with SHA-1, SHA-256 or SHA-512.
///
/// Gives codes; does not check any. A server checks with ``OTPVerifier``, which accepts a code once.
public struct HOTP: Hashable, Sendable {
    /// What both sides share.
    public let secret: OTPSecret
    /// The hash function.
    public let algorithm: OTPAlgorithm
    /// How codes look.
    public let format: OTPFormat

    /// Makes it; the defaults are the RFC's.
    public init(secret: OTPSecret, algorithm: OTPAlgorithm = .sha1, format: OTPFormat = .sixDigits) {
        self.secret = secret
        self.algorithm = algorithm
        self.format = format
    }

    /// The code of a counter.
    public func code(at counter: UInt64) throws(AuthError) -> OTPCode { OTPCode(value: try value(at: counter), format: format) }

    /// The number that stands for the code: the dynamic truncation of RFC 4226, 5.3.
    func value(at counter: UInt64) throws(AuthError) -> UInt32 {
        do throws(CryptoError) {
            return format.value(of: try truncated(at: counter))
        } catch { throw AuthError(error) }
    }

    private func truncated(at counter: UInt64) throws(CryptoError) -> UInt32 {
        var message = counter.bigEndian
        // Room for the longest digest, on the stack.
        var digest: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
        let count = algorithm.hash.byteCount
        let outcome: Result<UInt32, CryptoError> = unsafe withUnsafeMutableBytes(of: &digest) { digest in
            defer { unsafe wipe(digest) }
            let output = unsafe UnsafeMutableRawBufferPointer(rebasing: digest[..<count])
            return unsafe withUnsafeBytes(of: &message) { message in
                do throws(CryptoError) {
                    unsafe try secret.bytes.withUnsafeBytes { (key) throws(CryptoError) in
                        unsafe try Backend.hmac(algorithm.hash, key: key, message: message, into: output)
                    }
                    let offset = Int(unsafe output[count - 1] & 0x0F)
                    let word = unsafe output.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                    return .success(UInt32(bigEndian: word) & 0x7FFF_FFFF)
                } catch { return .failure(error) }
            }
        }
        return try outcome.get()
    }
}
