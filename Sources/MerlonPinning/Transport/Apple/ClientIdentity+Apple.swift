#if canImport(Security)
    import Foundation
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif
    public import Security

    /// Who the client is, for servers that ask (mutual TLS): a certificate and its private key, which may be one of the Secure Enclave and never
    /// leaves it.
    public struct ClientIdentity: @unchecked Sendable {
        private let identity: SecIdentity
        private let intermediates: [SecCertificate]

        /// From an identity of the keychain, and the certificates between it and the authority that the server trusts.
        public init(_ identity: SecIdentity, intermediates: [SecCertificate] = []) {
            self.identity = identity
            self.intermediates = intermediates
        }

        /// For this session alone: the system keeps nothing.
        var credential: URLCredential {
            URLCredential(identity: identity, certificates: intermediates.isEmpty ? nil : intermediates, persistence: .forSession)
        }
    }
#endif
