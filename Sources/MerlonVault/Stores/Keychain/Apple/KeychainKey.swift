#if canImport(Security)
    public import Security

    /// A key of the Security framework, which may be used from any thread.
    public struct KeychainKey: @unchecked Sendable {
        /// The key.
        public let key: SecKey

        /// Wraps it.
        public init(_ key: SecKey) { self.key = key }
    }

    /// A certificate with its private key, as the Security framework has it; may be used from any thread.
    public struct KeychainIdentity: @unchecked Sendable {
        /// The identity.
        public let identity: SecIdentity

        /// Wraps it.
        public init(_ identity: SecIdentity) { self.identity = identity }
    }
#endif
