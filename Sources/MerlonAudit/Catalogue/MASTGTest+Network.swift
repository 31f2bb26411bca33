extension MASTGTest {
    static let network: [MASTGTest] = [
        .init(
            321, "Plain-HTTP addresses in the app", .network, [1], weakness: 50, [.l1, .l2], .analysis,
            "See for each http:// address whether the app ever loads it."),
        .init(
            322, "Transport security settings that allow cleartext", .network, [1], weakness: 50, [.l1, .l2], .review,
            "See for each exception of NSAppTransportSecurity in Info.plist which host it is for, and whether that host still needs it."),
        .init(
            323, "Low-level networking that transport security does not cover", .network, [1], weakness: 50, [.l1, .l2], .review,
            "Follow the uses of sockets, CFStream and Network.framework and see whether what they send is under TLS."),
        .init(
            342, "Transport security settings that weaken TLS", .network, [1], weakness: 50, [.l1, .l2], .analysis,
            "See NSExceptionMinimumTLSVersion and NSExceptionRequiresForwardSecrecy of each exception domain in Info.plist."),
        .init(
            343, "TLS versions set on URLSession", .network, [1], weakness: 50, [.l1, .l2], .review,
            "See which value tlsMinimumSupportedProtocolVersion is given at each place, and that it is TLS 1.2 or later."),
        .init(
            344, "TLS versions set on Network.framework", .network, [1], weakness: 50, [.l1, .l2], .review,
            "See which version sec_protocol_options_set_min_tls_protocol_version is given at each place, and whether TLS is on at all."),
        .init(
            345, "TLS stacks that the app brings along", .network, [1], weakness: 50, [.l1, .l2], .review,
            "For each embedded TLS library see its version, the protocol versions it is set to, and that it verifies certificates and "
                + "names."
        ),
        .init(
            348, "Weak TLS in the traffic", .network, [1], weakness: 50, [.l1, .l2], .running,
            "Record the traffic with Wireshark while using the app and look for TLS below 1.2 and for cleartext."),
        .init(
            385, "No pinned identities in transport security", .network, [2], weakness: 47, [.l2], .analysis,
            "See that NSPinnedDomains names the app's own servers, or that pinning in code covers every connection to them."),
        .init(
            396, "A URL session delegate that accepts any certificate", .network, [1], weakness: 52, [.l1, .l2], .review,
            "In each urlSession(_:didReceive:completionHandler:) see that a credential is made only after SecTrustEvaluateWithError said "
                + "yes."
        ),
        .init(
            397, "A web view delegate that accepts any certificate", .network, [1], weakness: 52, [.l1, .l2], .review,
            "In each webView(_:didReceive:completionHandler:) see that a credential is made only after SecTrustEvaluateWithError said "
                + "yes."),
    ]
}
