/// A chain that the platform has validated for one host: signatures, dates, name constraints, key usage, and the host's name.
///
/// Pins are consulted on this type alone. Only transports make one, from what the platform's validator returned; whoever writes a transport of
/// their own says so in the name of the initializer.
public struct ValidatedChain: Sendable {
    /// From the server's own certificate to the trusted one.
    public let certificates: [Certificate]
    /// The host for which it was validated.
    public let host: HostName

    /// The longest chain that is evaluated. OpenSSL and Apple's validator stop before.
    public static let maximumCertificates = 32

    /// Says that the platform has validated exactly this chain, leaf first, for exactly this host.
    ///
    /// Never pass what the server sent: it may contain certificates that are not on the path to a trusted one, and a pin that matches one of
    /// those proves nothing.
    public init(validatedByPlatform certificates: [Certificate], for host: HostName) throws(PinningError) {
        guard !certificates.isEmpty else { throw PinningError(.invalidArgument, "A validated chain has a certificate.") }
        guard certificates.count <= Self.maximumCertificates else {
            throw PinningError(.limitExceeded, "A chain of more than \(Self.maximumCertificates) certificates.")
        }
        self.certificates = certificates
        self.host = host
    }
}
