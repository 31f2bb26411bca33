import MerlonCore

/// PKCS #8's `PrivateKeyInfo` (RFC 5958), read and written in secret memory.
enum PrivateKeyInfo {
    /// What an elliptic-curve key's info holds.
    struct Point {
        var privateKey: SecretBytes
        /// The public half, where the file has it; it has to be checked.
        var publicKey: [UInt8]?
    }

    /// The private key of an elliptic curve.
    static func point(in info: SecretBytes, _ scheme: SignatureScheme) throws(CryptoError) -> Point {
        var publicKey: [UInt8]?
        let range = unsafe try info.withUnsafeBytes { (bytes) throws(CryptoError) in
            var key = unsafe try inner(bytes, SubjectPublicKeyInfo.identifier(of: scheme), &publicKey)
            guard scheme != .ed25519 else {
                let seed = try key.take(0x04)
                try key.finish()
                return seed
            }
            // ECPrivateKey (RFC 5915, 3).
            var fields = try key.enter(0x30)
            try key.finish()
            guard fields.copy(try fields.take(0x02)) == [1] else { throw SecretDERCursor.malformed }
            let scalar = try fields.take(0x04)
            if fields.nextTag == 0xA0 { _ = try fields.take(0xA0) }
            if fields.nextTag == 0xA1 {
                var bits = try fields.enter(0xA1)
                publicKey = try bitString(bits.copy(try bits.take(0x03)))
                try bits.finish()
            }
            try fields.finish()
            return scalar
        }
        guard range.count == scheme.privateKeyByteCount else { throw SecretDERCursor.malformed }
        return Point(
            privateKey: try translatingCoreErrors { () throws(CoreError) in try info.extracting(range) }, publicKey: publicKey)
    }

    /// The PKCS #1 `RSAPrivateKey` within.
    static func rsa(in info: SecretBytes) throws(CryptoError) -> SecretBytes {
        var ignored: [UInt8]?
        let range = unsafe try info.withUnsafeBytes { (bytes) throws(CryptoError) in
            unsafe try inner(bytes, SubjectPublicKeyInfo.rsaIdentifier, &ignored).rest
        }
        return try translatingCoreErrors { () throws(CoreError) in try info.extracting(range) }
    }

    /// The info of an elliptic-curve key: with its public half for the NIST curves (as OpenSSL and CryptoKit write it), without for Ed25519.
    static func encode(_ key: SecretBytes, publicKey: [UInt8], _ scheme: SignatureScheme) throws(CryptoError) -> SecretBytes {
        let algorithm = DERWriter.element(.sequence, SubjectPublicKeyInfo.identifier(of: scheme))
        if scheme == .ed25519 { return try wrap(key, before: DERWriter.header(.octetString, count: 32), after: [], algorithm) }
        let bits = DERWriter.element(.context(1), DERWriter.bitString(publicKey))
        let start = DERWriter.unsignedInteger([1]) + DERWriter.header(.octetString, count: key.count)
        let fields = DERWriter.header(.sequence, count: start.count + key.count + bits.count)
        return try wrap(key, before: fields + start, after: bits, algorithm)
    }

    /// The info around a key in PKCS #1's form.
    static func encode(rsa key: SecretBytes) throws(CryptoError) -> SecretBytes {
        try wrap(key, before: [], after: [], DERWriter.element(.sequence, SubjectPublicKeyInfo.rsaIdentifier))
    }

    private static func wrap(
        _ key: SecretBytes, before: [UInt8], after: [UInt8], _ algorithm: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        let inner = before.count + key.count + after.count
        let start = DERWriter.unsignedInteger([0]) + algorithm + DERWriter.header(.octetString, count: inner)
        let front = DERWriter.header(.sequence, count: start.count + inner) + start + before
        return try translatingCoreErrors { () throws(CoreError) in
            unsafe try SecretBytes(count: front.count + key.count + after.count) { (output) throws(CoreError) in
                unsafe UnsafeMutableRawBufferPointer(rebasing: output[..<front.count]).copyBytes(from: front)
                unsafe key.withUnsafeBytes { key in
                    unsafe UnsafeMutableRawBufferPointer(rebasing: output[front.count...].prefix(key.count)).copyMemory(from: key)
                }
                unsafe UnsafeMutableRawBufferPointer(rebasing: output.suffix(after.count)).copyBytes(from: after)
            }
        }
    }

    /// A cursor over the content of `privateKey`, after the version and the algorithm, which must be this one.
    private static func inner(
        _ bytes: UnsafeRawBufferPointer, _ identifier: [UInt8], _ publicKey: inout [UInt8]?
    ) throws(CryptoError) -> SecretDERCursor {
        var outer = unsafe SecretDERCursor(bytes)
        var info = try outer.enter(0x30)
        try outer.finish()
        let version = info.copy(try info.take(0x02))
        guard version == [0] || version == [1], info.copy(try info.take(0x30)) == identifier else {
            throw CryptoError(.invalidKey, "Not a private key of this algorithm.")
        }
        let key = try info.enter(0x04)
        if info.nextTag == 0xA0 { _ = try info.take(0xA0) }
        if version == [1], info.nextTag == 0x81 { publicKey = try bitString(info.copy(try info.take(0x81))) }
        try info.finish()
        return key
    }

    private static func bitString(_ content: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard content.first == 0 else { throw SecretDERCursor.malformed }
        return Array(content.dropFirst())
    }
}
