#if os(Linux)
    public import Foundation
    public import FoundationNetworking

    extension URLSessionConfiguration {
        /// A configuration for what is nobody else's business: nothing of it is written to the device, and nothing is kept when the session ends.
        /// OWASP MASVS-STORAGE-2, MASWE-0004.
        ///
        /// No cache at all, no store of credentials, cookies by `cookies`; responses are asked not to be stored by anybody on their way
        /// (`Cache-Control: no-store`, RFC 9111, 5.2.1.5). For ``Foundation/URLSession`` as it is, and for `URLSession.pinned(by:configuration:)`.
        ///
        /// What the app itself keeps, and what its delegate writes (downloads), is its own.
        ///
        /// - Parameter timeout: How many seconds a request waits for more of its answer.
        public static func sensitive(cookies: SessionCookies = .none, timeout: TimeInterval = 30) -> URLSessionConfiguration {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.timeoutIntervalForRequest = timeout
            configuration.urlCache = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.urlCredentialStorage = nil
            configuration.httpAdditionalHeaders = ["Cache-Control": "no-store"]
            switch cookies {
            case .none:
                configuration.httpCookieStorage = nil
                configuration.httpCookieAcceptPolicy = .never
                configuration.httpShouldSetCookies = false
            case .inMemory:
                // The ephemeral session's own store, which nothing else sees.
                configuration.httpCookieAcceptPolicy = .onlyFromMainDocumentDomain
            }
            return configuration
        }
    }
#endif
