#if os(Linux)
    import Glibc
    import MerlonCore

    /// Certificates of validated chains that were read and hashed before. Servers show the same ones in each handshake; found by all of their bytes, so
    /// what is found is what would be read.
    final class CertificateCache: @unchecked Sendable {
        static let shared = CertificateCache()

        /// Real chains have three or four of 1-3 KB each.
        private static let maximumCount = 64
        private static let maximumByteCount = 8 << 10

        private let lock = Lock()
        /// By the last bytes, which are of the signature.
        private var known: [UInt64: Certificate] = [:]

        /// The certificate with this DER. Throws as ``Certificate/init(der:)`` does.
        func certificate(_ der: UnsafeRawBufferPointer) throws(PinningError) -> Certificate {
            let key = unsafe der.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
            if let found = lock.withLock({ known[key] }), unsafe Self.areEqual(found.der, der) { return found }
            let made = try Certificate(der: unsafe Array(der))
            guard der.count <= Self.maximumByteCount else { return made }
            lock.withLock {
                if known.count >= Self.maximumCount { known.removeAll(keepingCapacity: true) }
                known[key] = made
            }
            return made
        }

        private static func areEqual(_ bytes: [UInt8], _ der: UnsafeRawBufferPointer) -> Bool {
            unsafe bytes.withUnsafeBytes { known in
                guard known.count == der.count, let left = known.baseAddress, let right = der.baseAddress else {
                    return false
                }
                return unsafe memcmp(left, right, known.count) == 0
            }
        }
    }
#endif
