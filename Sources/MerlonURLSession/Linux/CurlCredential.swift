#if os(Linux)
    import CCurl
    import Foundation
    import FoundationNetworking
    import MerlonPinning

    /// A name and password, and how libcurl logs in with them.
    struct CurlCredential {
        /// The ways to log in that there are here, the stronger first.
        enum Method: String, CaseIterable {
            case digest, ntlm, basic

            /// libcurl's bit for it.
            var mask: Int {
                switch self {
                case .basic: 1 << 0
                case .digest: 1 << 1
                case .ntlm: 1 << 3
                }
            }

            /// Foundation's name for it.
            var name: String {
                switch self {
                case .basic: NSURLAuthenticationMethodHTTPBasic
                case .digest: NSURLAuthenticationMethodHTTPDigest
                case .ntlm: NSURLAuthenticationMethodNTLM
                }
            }

            var isAvailable: Bool { self != .ntlm || merlon_curl_has_ntlm() != 0 }
        }

        let method: Method
        let user: String
        let password: String

        /// `nil` for a credential without name and password. Throws for one that would be cut short on its way through C.
        init?(_ method: Method, _ credential: URLCredential) throws(PinningError) {
            guard let user = credential.user, let password = credential.password else { return nil }
            guard !user.utf8.contains(0), !password.utf8.contains(0) else {
                throw PinningError(.invalidArgument, "A name or password with a zero byte cannot be sent.")
            }
            (self.method, self.user, self.password) = (method, user, password)
        }
    }
#endif
