#if os(Linux)
    import PinningConformance
    import TestSupport
    import Testing

    @testable import MerlonPinning

    @Suite struct CertificateCacheTests {
        /// A certificate is found by all of its bytes: one with another key and the same end, which is what places are told by, is another.
        @Test func onlyTheSameBytesAreTheSameCertificate() throws {
            let pki = try TestPKI.shared.get()
            let cache = CertificateCache()
            let good = try pki.certificate("good")
            var bytes = good.der
            bytes[good.subjectPublicKeyInfo.endIndex - 1] ^= 1
            for _ in 0..<2 {
                for der in [good.der, bytes] {
                    let found = try unsafe der.withUnsafeBytes { (der) throws(PinningError) in try unsafe cache.certificate(der) }
                    let read = try Certificate(der: der)
                    #expect(found.der == der && found.publicKeyDigest == read.publicKeyDigest)
                }
            }
            // More than it keeps, and what is none.
            for index in 0..<200 {
                var other = good.der
                other[other.count - 1] = UInt8(truncatingIfNeeded: index)
                let found = try unsafe other.withUnsafeBytes { (der) throws(PinningError) in try unsafe cache.certificate(der) }
                #expect(found.der == other)
            }
            for der in [[], [0x30], Array(good.der.dropLast())] as [[UInt8]] {
                #expect(throws: PinningError(.malformed, "")) {
                    try unsafe der.withUnsafeBytes { (der) throws(PinningError) in try unsafe cache.certificate(der) }
                }
            }
        }
    }
#endif
