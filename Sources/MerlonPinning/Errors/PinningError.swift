/// What MerlonPinning throws. Two errors are equal when their codes are equal; the reason and the native status are for people and logs.
///
/// That a server does not match its pins is one of them only where a transport must end a request; on its own it is a value,
/// ``Evaluation``.
public struct PinningError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which kind of failure it is. New codes may be added: a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The stable name of the code.
        public let description: String

        private init(_ name: String) { description = name }

        // Policies and their files

        /// An argument outside of its documented range.
        public static let invalidArgument = Code("invalid-argument")
        /// A host name that no server can have.
        public static let invalidHost = Code("invalid-host")
        /// A URL that is not an absolute `https` or `http` URL.
        public static let invalidURL = Code("invalid-url")
        /// Not the 32 bytes of a SHA-256 digest.
        public static let invalidPin = Code("invalid-pin")
        /// Fewer than two different pins: the first rotation would lock everybody out.
        public static let backupPinMissing = Code("backup-pin-missing")
        /// Subdomains of a public suffix (`co.uk`, `github.io`) belong to many owners: one pin set cannot speak for them.
        public static let publicSuffix = Code("public-suffix")
        /// Two entries for one host.
        public static let duplicateHost = Code("duplicate-host")
        /// Bytes or text that the format does not allow.
        public static let malformed = Code("malformed")
        /// A size or count is over its cap.
        public static let limitExceeded = Code("limit-exceeded")

        // Signed updates

        /// The update's signature is not that of any trusted key.
        public static let untrustedUpdate = Code("untrusted-update")
        /// The update is older than what is in force.
        public static let staleUpdate = Code("stale-update")
        /// The update has expired, or is not valid yet.
        public static let expiredUpdate = Code("expired-update")

        // Connections

        /// The platform does not trust the server's certificates for this host at this time.
        public static let untrustedServer = Code("untrusted-server")
        /// The server's chain is trusted, and the policy refuses it.
        public static let pinMismatch = Code("pin-mismatch")
        /// Plain HTTP, where the policy asks for TLS.
        public static let insecureURL = Code("insecure-url")
        /// The host is not in a policy that names all hosts.
        public static let hostNotInPolicy = Code("host-not-in-policy")
        /// A redirect that the request's or the pinning policy does not allow.
        public static let redirectRefused = Code("redirect-refused")
        /// The handshake failed for another reason: no common version or cipher, or a client certificate is missing.
        public static let handshakeFailed = Code("handshake-failed")
        /// The host's name has no address, or nobody answers there.
        public static let connectionFailed = Code("connection-failed")
        /// The deadline passed.
        public static let timedOut = Code("timed-out")
        /// The task was cancelled.
        public static let cancelled = Code("cancelled")
        /// What the server sent is not HTTP.
        public static let invalidResponse = Code("invalid-response")
        /// The body is larger than the request allows.
        public static let responseTooLarge = Code("response-too-large")
        /// This system, this build or this transport cannot do it. Nothing weaker is done in its place.
        public static let unsupported = Code("unsupported")
        /// The platform's library failed in a way that it should not.
        public static let backendFailure = Code("backend-failure")
    }

    /// Which kind of failure it is.
    public let code: Code
    /// One sentence for a person. It never carries a secret, a path, a query or a header of a request.
    public let reason: String
    /// The status of the system call or library that failed, where one did.
    public let nativeStatus: Int64?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, nativeStatus: Int64? = nil) {
        self.code = code
        self.reason = reason
        self.nativeStatus = nativeStatus
    }

    public static func == (left: PinningError, right: PinningError) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String {
        nativeStatus.map { "\(code): \(reason) (status \($0))" } ?? "\(code): \(reason)"
    }
}
