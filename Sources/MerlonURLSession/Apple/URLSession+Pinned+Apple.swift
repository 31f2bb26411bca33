#if canImport(Security)
    public import Foundation
    #if canImport(FoundationNetworking)
        public import FoundationNetworking
    #endif
    public import MerlonPinning
    import Network

    extension URLSession {
        /// A session whose every server passes the policy. Ordinary code goes on using `URLSession`.
        ///
        /// - Parameters:
        ///   - policy: which hosts must show which pins.
        ///   - configuration: copied; its minimum of TLS is raised to 1.2.
        ///   - delegate: a ``PinnedSessionDelegate`` (or a subclass with the app's own methods) under the same policy, made here unless given.
        ///   - reporter: for the delegate that is made here.
        /// - Throws: ``PinningError/Code/invalidArgument`` for a delegate under another policy.
        public static func pinned(
            by policy: PinningPolicy, configuration: URLSessionConfiguration = .ephemeral, delegate: PinnedSessionDelegate? = nil,
            delegateQueue: OperationQueue? = nil, reporter: PinReporter? = nil
        ) throws(PinningError) -> URLSession {
            guard let copy = configuration.copy() as? URLSessionConfiguration else {
                throw PinningError(.backendFailure, "The configuration cannot be copied.")
            }
            copy.tlsMinimumSupportedProtocolVersion = .TLSv12
            let delegate = delegate ?? PinnedSessionDelegate(policy, reporter: reporter)
            guard delegate.responder.policy == policy else {
                throw PinningError(.invalidArgument, "The delegate was made for another policy than the session.")
            }
            return URLSession(configuration: copy, delegate: delegate, delegateQueue: delegateQueue)
        }
    }
#endif
