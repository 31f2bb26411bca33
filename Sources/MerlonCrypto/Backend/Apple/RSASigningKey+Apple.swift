#if canImport(Security)
    import Foundation
    package import MerlonCore
    import Security

    extension Backend {
        /// An RSA private key of 2048 to 8192 bits. It stands in secret memory; Security has it for the time of one signature.
        package struct RSASigningKey: Sendable {
            /// The DER `RSAPrivateKey` (RFC 8017, A.1.2).
            package let pkcs1: SecretBytes
            /// The DER of the public half.
            package let subjectPublicKeyInfo: [UInt8]

            /// Decodes and checks a DER `RSAPrivateKey`: Security takes it, its public half is one that would verify, and they belong together.
            package init(pkcs1: SecretBytes) throws(CryptoError) {
                let key = try Self.decode(pkcs1)
                guard let half = SecKeyCopyPublicKey(key), let bare = SecKeyCopyExternalRepresentation(half, nil) as Data? else {
                    throw CryptoError(.invalidKey, "Not an RSA private key.")
                }
                subjectPublicKeyInfo = SubjectPublicKeyInfo.encode(SubjectPublicKeyInfo.rsaIdentifier, Array(bare))
                self.pkcs1 = pkcs1
                let verifying = try RSAVerifyingKey(subjectPublicKeyInfo: subjectPublicKeyInfo)
                let probe: [UInt8] = [1]
                let fits = unsafe try probe.withBytes { (probe) throws(CryptoError) in
                    let signature = unsafe try sign(probe, .sha256, padding: .pkcs1)
                    return unsafe verifying.accepts(signature: signature, of: probe, .sha256, padding: .pkcs1)
                }
                guard fits else { throw CryptoError(.invalidKey, "The numbers of the RSA key do not belong together.") }
            }

            /// The signature of `message`, as long as the modulus.
            package func sign(
                _ message: UnsafeRawBufferPointer, _ algorithm: HashAlgorithm, padding: RSAPadding
            ) throws(CryptoError) -> [UInt8] {
                let key = try Self.decode(pkcs1)
                let message = unsafe Data(message) as CFData
                let name = RSAVerifyingKey.name(algorithm, padding)
                guard let signature = SecKeyCreateSignature(key, name, message, nil) as Data? else {
                    throw CryptoError(.backendFailure, "Signing failed.")
                }
                return Array(signature)
            }

            /// Security copies the key, and frees its copy with the `SecKey`; the one that is made here is wiped.
            private static func decode(_ pkcs1: SecretBytes) throws(CryptoError) -> SecKey {
                let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPrivate]
                let key = unsafe pkcs1.withUnsafeBytes { bytes -> SecKey? in
                    let copy = unsafe NSMutableData(bytes: bytes.baseAddress, length: bytes.count)
                    defer { copy.resetBytes(in: NSRange(location: 0, length: copy.length)) }
                    return SecKeyCreateWithData(copy as CFData, attributes as CFDictionary, nil)
                }
                guard let key else { throw CryptoError(.invalidKey, "Not an RSA private key.") }
                return key
            }
        }
    }
#endif
