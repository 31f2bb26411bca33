import EmulatedDevice
public import Foundation
#if canImport(FoundationNetworking)
    // Apple's Foundation has URLSession itself.
    @_exported public import FoundationNetworking
#endif

/// Apple: "SecCertificate".
public final class SecCertificate: @unchecked Sendable {
    let der: Data
    init(der: Data) { self.der = der }
}

/// Apple: "SecCertificateCreateWithData(_:_:)". nil when the data is not a DER certificate.
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? {
    let der = Data(referencing: data)
    guard EmulatedDevice.cryptography?.publicKeyInfo(ofCertificate: der) != nil else { return nil }
    return SecCertificate(der: der)
}

/// Apple: "SecCertificateCopyData(_:)".
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { NSData(data: certificate.der) }

/// Apple: "SecPolicy".
public final class SecPolicy: Sendable {
    let host: String?
    init(host: String?) { self.host = host }
}

/// Apple: "SecPolicyCreateSSL(_:_:)".
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy { SecPolicy(host: hostname.map { $0 as String }) }

/// Apple: "SecPolicyCreateBasicX509()".
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(host: nil) }

/// Apple: "SecTrust". Evaluates real chains by the installed cryptography.
public final class SecTrust: @unchecked Sendable {
    var certificates: [SecCertificate]
    var policy: SecPolicy
    var date: Date?
    var anchors: [SecCertificate] = []
    var anchorsOnly = false
    /// The path that the last successful evaluation found.
    var validated: [SecCertificate]?
    init(certificates: [SecCertificate], policy: SecPolicy) {
        self.certificates = certificates
        self.policy = policy
    }

    /// The anchors of the system: set by tests. No Apple API.
    public static var systemAnchors: [Data] {
        get { anchorLock.withLock { _systemAnchors } }
        set { anchorLock.withLock { _systemAnchors = newValue } }
    }
    private static let anchorLock = NSLock()
    nonisolated(unsafe) private static var _systemAnchors: [Data] = []
}

/// Apple: "SecTrustCreateWithCertificates(_:_:_:)".
public func SecTrustCreateWithCertificates(
    _ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
    let chain = (certificates as? [SecCertificate]) ?? (certificates as? SecCertificate).map { [$0] } ?? []
    let policy = (policies as? SecPolicy) ?? (policies as? [SecPolicy])?.first ?? SecPolicyCreateBasicX509()
    guard !chain.isEmpty else { return errSecParam }
    trust.pointee = SecTrust(certificates: chain, policy: policy)
    return errSecSuccess
}

/// Apple: "SecTrustSetPolicies(_:_:)".
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
    guard let policy = (policies as? SecPolicy) ?? (policies as? [SecPolicy])?.first else { return errSecParam }
    trust.policy = policy
    return errSecSuccess
}

/// Apple: "SecTrustSetAnchorCertificates(_:_:)". Disables the system's anchors.
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus {
    trust.anchors = (anchorCertificates as? [SecCertificate]) ?? []
    trust.anchorsOnly = anchorCertificates != nil
    return errSecSuccess
}

/// Apple: "SecTrustSetAnchorCertificatesOnly(_:_:)".
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus {
    trust.anchorsOnly = anchorCertificatesOnly
    return errSecSuccess
}

/// Apple: "SecTrustSetVerifyDate(_:_:)".
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
    trust.date = Date(timeIntervalSinceReferenceDate: verifyDate.timeIntervalSinceReferenceDate)
    return errSecSuccess
}

/// Apple: "SecTrustEvaluateWithError(_:_:)".
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
    let anchors = trust.anchors.map(\.der) + (trust.anchorsOnly ? [] : SecTrust.systemAnchors)
    let answer = EmulatedDevice.cryptography?.evaluate(
        chain: trust.certificates.map(\.der), host: trust.policy.host, at: trust.date ?? Date(), anchors: anchors)
    let status = answer?.status
    trust.validated = status == 0 ? answer?.path.map { SecCertificate(der: $0) } : nil
    guard status == 0 else {
        error?.pointee = NSError(domain: NSOSStatusErrorDomain, code: Int(status ?? errSecNotAvailable))
        return false
    }
    return true
}

/// Apple: "SecTrustCopyCertificateChain(_:)". iOS 15, macOS 12. The validated path after a successful evaluation, which may leave out what the
/// server sent and hold what it did not; else what there is.
@available(iOS 15, macOS 12, *)
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
    (trust.validated ?? trust.certificates) as NSArray
}

/// Apple: "SecTrustGetCertificateCount(_:)".
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex { trust.certificates.count }

private let trustsLock = NSLock()
// With the spaces themselves, so that no later one has the address of an earlier.
nonisolated(unsafe) private var trusts: [ObjectIdentifier: (URLProtectionSpace, SecTrust)] = [:]

// Apple's Foundation has these; the open one for Linux declares them unavailable.
extension URLProtectionSpace {
    /// Apple: "URLProtectionSpace.serverTrust".
    public var serverTrust: SecTrust? { trustsLock.withLock { trusts[ObjectIdentifier(self)]?.1 } }

    /// What a server presented: set by tests. No Apple API.
    public func present(_ trust: SecTrust) { trustsLock.withLock { trusts[ObjectIdentifier(self)] = (self, trust) } }
}
extension URLCredential {
    /// Apple: "URLCredential.init(trust:)".
    public convenience init(trust: SecTrust) { self.init(user: "server-trust", password: "", persistence: .none) }
}

extension URLCredential {
    /// Apple: "URLCredential.init(identity:certificates:persistence:)".
    public convenience init(identity: SecIdentity, certificates: [Any]?, persistence: URLCredential.Persistence) {
        self.init(user: "client-identity", password: "", persistence: persistence)
    }
}

extension URLSessionConfiguration {
    /// Apple: "URLSessionConfiguration.tlsMinimumSupportedProtocolVersion".
    public var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t {
        get { trustsLock.withLock { minimumVersions[ObjectIdentifier(self)] ?? .TLSv12 } }
        set { trustsLock.withLock { minimumVersions[ObjectIdentifier(self)] = newValue } }
    }
}
nonisolated(unsafe) private var minimumVersions: [ObjectIdentifier: tls_protocol_version_t] = [:]

/// Apple: "NSURLAuthenticationMethodClientCertificate".
public let NSURLAuthenticationMethodClientCertificate: String = "NSURLAuthenticationMethodClientCertificate"
/// Apple: "NSURLAuthenticationMethodServerTrust".
public let NSURLAuthenticationMethodServerTrust: String = "NSURLAuthenticationMethodServerTrust"
