#if os(Linux)
    import Foundation
    import FoundationNetworking
    import MerlonPinning

    /// The proxy that libcurl takes for `https` from the environment.
    struct ProxyAddress {
        let host: String
        let port: Int

        /// By the variables that libcurl reads, in its order. Asked for only where a proxy was used.
        static var used: ProxyAddress {
            let environment = ProcessInfo.processInfo.environment
            let text =
                ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
            let parts = URLComponents(string: text.contains("://") ? text : "http://\(text)")
            // libcurl's port for proxies where none is said.
            return ProxyAddress(host: parts?.host ?? "", port: parts?.port ?? 1080)
        }

        /// The place that a proxy's challenge is about.
        var space: (HTTPChallenge, String) -> URLProtectionSpace {
            { challenge, method in
                URLProtectionSpace(
                    proxyHost: host, port: port, type: NSURLProtectionSpaceHTTPSProxy, realm: challenge.realm, authenticationMethod: method)
            }
        }
    }
#endif
