/// Apple: "SecIdentity": a certificate with its private key.
public final class SecIdentity: @unchecked Sendable {
    let certificate: SecCertificate
    let key: SecKey

    init(certificate: SecCertificate, key: SecKey) {
        self.certificate = certificate
        self.key = key
    }

    /// An identity of parts, as `SecPKCS12Import` gives one. No Apple API on iOS.
    public static func emulated(_ certificate: SecCertificate, _ key: SecKey) -> SecIdentity {
        SecIdentity(certificate: certificate, key: key)
    }
}

/// Apple: "SecIdentityCopyCertificate(_:_:)".
public func SecIdentityCopyCertificate(_ identityRef: SecIdentity, _ certificateRef: UnsafeMutablePointer<SecCertificate?>) -> OSStatus {
    certificateRef.pointee = identityRef.certificate
    return errSecSuccess
}

/// Apple: "SecIdentityCopyPrivateKey(_:_:)".
public func SecIdentityCopyPrivateKey(_ identityRef: SecIdentity, _ privateKeyRef: UnsafeMutablePointer<SecKey?>) -> OSStatus {
    privateKeyRef.pointee = identityRef.key
    return errSecSuccess
}
