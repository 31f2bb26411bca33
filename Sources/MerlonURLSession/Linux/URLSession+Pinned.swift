#if os(Linux)
    public import Foundation
    public import FoundationNetworking
    internal import CCurl
    internal import MerlonCore
    public import MerlonPinning

    extension URLSession {
        /// A session whose every request passes the policy. Ordinary code goes on using `URLSession`.
        ///
        /// `URLSession` on Linux asks nobody about a server's certificates, so the session gets a `URLProtocol` that claims every network scheme:
        /// `https` goes over libcurl, whose TLS is governed by the policy; `http`, `ws`, `wss` and `ftp` are refused. Errors are ``PinningError``
        /// within a `URLError`, under `NSUnderlyingErrorKey`.
        ///
        /// Data tasks work as ever, with redirects by the delegate, cookies and compression. Download tasks, and upload tasks whose
        /// body is not in the request, are refused: the open-source Foundation does not hand their parts to a `URLProtocol`. Nothing is resumed or
        /// reused between requests.
        ///
        /// Basic, Digest and NTLM challenges, of the server and of a proxy, reach the task's delegate, on the session's queue, each once. A credential
        /// is good for its task: nothing is stored, and no storage is asked. An answer of 401 that nobody had a credential for comes with its challenges in
        /// `Merlon-WWW-Authenticate`: under the field's own name the open-source Foundation would ask the delegate again and load the answer by
        /// itself, unpinned. Negotiate is not known. Servers that ask for a client certificate get none. A delegate that is given to
        /// `data(for:delegate:)` hears of no challenge and no redirect, as in the open-source Foundation; one that is set as a task's `delegate` does.
        /// The session's own `configuration.httpShouldSetCookies` reads as false: cookies are set here, by the configuration that was given.
        ///
        /// - Parameters:
        ///   - policy: which hosts must show which pins.
        ///   - configuration: copied; its own `protocolClasses` are asked after the pinned one, which leaves them no network scheme.
        ///   - delegate: as for any session.
        ///   - reporter: who is told of what the policy does not plainly accept; nobody unless given.
        /// - Throws: ``PinningError/Code/unsupported`` when libcurl uses another TLS library than OpenSSL 3, whose chain nobody can evaluate, and for
        ///   a configuration with proxies of its own.
        public static func pinned(
            by policy: PinningPolicy, configuration: URLSessionConfiguration = .ephemeral, delegate: (any URLSessionDelegate)? = nil,
            delegateQueue: OperationQueue? = nil, reporter: PinReporter? = nil
        ) throws(PinningError) -> URLSession {
            let library = unsafe merlon_curl_tls_library().map { unsafe String(cString: $0) } ?? ""
            guard library.hasPrefix("OpenSSL/3.") else {
                throw PinningError(.unsupported, "libcurl speaks TLS by '\(library)'; pins need the one that is built with OpenSSL 3.")
            }
            guard configuration.connectionProxyDictionary?.isEmpty ?? true else {
                throw PinningError(.unsupported, "Proxies of a configuration are not known here: only those of the environment.")
            }
            guard let wanted = configuration.copy() as? URLSessionConfiguration,
                let configuration = configuration.copy() as? URLSessionConfiguration
            else { throw PinningError(.backendFailure, "The configuration cannot be copied.") }
            // Foundation would write all cookies of the host into each request, whatever their path, and over the app's own.
            configuration.httpShouldSetCookies = false
            let context = PinnedSessionContext(
                policy: policy, tls: try TLSContext(trusting: policy.anchors), reporter: reporter, configuration: wanted)
            configuration.protocolClasses = [PinnedSessionContext.register(context)] + (configuration.protocolClasses ?? [])
            let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: delegateQueue)
            context.session = session
            return session
        }
    }
#endif
