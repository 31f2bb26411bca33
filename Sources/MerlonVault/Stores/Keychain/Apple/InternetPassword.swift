#if canImport(Security)
    import Foundation
    import Security

    /// What an internet password in the keychain is found by: server, account, port, protocol, path, authentication, security domain. Two that differ in
    /// one of them are two items. Apple: "kSecClassInternetPassword".
    public struct InternetPassword: Hashable, Sendable {
        /// Protocols, by the keychain's names.
        public enum TransferProtocol: String, CaseIterable, Sendable {
            case https, http, smtp, imaps, ldaps, ssh, ftps

            var attribute: CFString {
                switch self {
                case .https: kSecAttrProtocolHTTPS
                case .http: kSecAttrProtocolHTTP
                case .smtp: kSecAttrProtocolSMTP
                case .imaps: kSecAttrProtocolIMAPS
                case .ldaps: kSecAttrProtocolLDAPS
                case .ssh: kSecAttrProtocolSSH
                case .ftps: kSecAttrProtocolFTPS
                }
            }
        }

        /// How the password is given to the server.
        public enum Authentication: String, CaseIterable, Sendable {
            case standard, htmlForm, httpBasic, httpDigest

            var attribute: CFString {
                switch self {
                case .standard: kSecAttrAuthenticationTypeDefault
                case .htmlForm: kSecAttrAuthenticationTypeHTMLForm
                case .httpBasic: kSecAttrAuthenticationTypeHTTPBasic
                case .httpDigest: kSecAttrAuthenticationTypeHTTPDigest
                }
            }
        }

        /// The host name, without scheme, port and path; lower case.
        public let server: String
        /// The account.
        public let account: String
        /// The port.
        public let port: UInt16
        /// The protocol.
        public let transferProtocol: TransferProtocol
        /// The path on the server; empty for all of it.
        public let path: String
        /// How it is given.
        public let authentication: Authentication
        /// The realm; empty for none.
        public let securityDomain: String

        /// Makes it. `server` is a host name or address: something with a scheme, a port or a path is refused, since it would never be found again by
        /// the host's name.
        public init(
            server: String, account: String, port: UInt16 = 443, transferProtocol: TransferProtocol = .https, path: String = "",
            authentication: Authentication = .standard, securityDomain: String = ""
        ) throws(VaultError) {
            let isAddress = server.first == "[" && server.last == "]"
            guard (1...253).contains(server.utf8.count), !server.contains("/"), isAddress || !server.contains(":"), !server.contains("@"),
                !server.contains(where: \.isWhitespace), !account.isEmpty
            else { throw VaultError(.invalidArgument, "An internet password has the name of a host, and an account.") }
            self.server = server.lowercased()
            self.account = account
            self.port = port
            self.transferProtocol = transferProtocol
            self.path = path
            self.authentication = authentication
            self.securityDomain = securityDomain
        }

        var attributes: [String: Any] {
            [
                kSecAttrServer as String: server, kSecAttrAccount as String: account, kSecAttrPort as String: Int(port),
                kSecAttrProtocol as String: transferProtocol.attribute, kSecAttrPath as String: path,
                kSecAttrAuthenticationType as String: authentication.attribute, kSecAttrSecurityDomain as String: securityDomain,
            ]
        }

        init?(attributes: [String: Any]) {
            guard let server = attributes[kSecAttrServer as String] as? String,
                let account = attributes[kSecAttrAccount as String] as? String
            else { return nil }
            let port = UInt16(exactly: (attributes[kSecAttrPort as String] as? NSNumber)?.intValue ?? 0) ?? 0
            let name = attributes[kSecAttrProtocol as String] as? String
            let kind = attributes[kSecAttrAuthenticationType as String] as? String
            guard let transferProtocol = TransferProtocol.allCases.first(where: { $0.attribute as String == name }),
                let authentication = Authentication.allCases.first(where: { $0.attribute as String == kind }),
                let made = try? InternetPassword(
                    server: server, account: account, port: port, transferProtocol: transferProtocol,
                    path: attributes[kSecAttrPath as String] as? String ?? "", authentication: authentication,
                    securityDomain: attributes[kSecAttrSecurityDomain as String] as? String ?? "")
            else { return nil }
            self = made
        }
    }
#endif
