/// Functions that make a credential of the server's trust without evaluating it.
enum TrustBypass {
    /// Gets the trust object of a challenge, or makes a credential of one.
    static let acceptance: [CodeUse] = [
        .selector("initWithTrust:"), .selector("credentialForTrust:"), .symbol("_$sSo15NSURLCredentialC5trustABSo11SecTrustRefa_tcfC"),
        .symbol("_$sSo15NSURLCredentialC5trustABSo11SecTrustRefa_tcfcTO"),
    ]
    /// Judges a trust object. A function that calls one of these has looked, whatever it does with the answer.
    static let evaluation: [CodeUse] = [
        .symbol("_SecTrustEvaluateWithError"), .symbol("_SecTrustEvaluate"), .symbol("_SecTrustEvaluateAsync"),
        .symbol("_SecTrustEvaluateAsyncWithError"), .symbol("_SecTrustGetTrustResult"), .selector("evaluateServerTrust:forDomain:"),
        .selector("evaluateTrust:forHostname:"),
    ]
    /// Handlers of challenges, by what they are for.
    static let sessionHandlers: [CodeUse] = [
        .selector("URLSession:didReceiveChallenge:completionHandler:"), .selector("URLSession:task:didReceiveChallenge:completionHandler:"),
        .selector("connection:willSendRequestForAuthenticationChallenge:"), .selector("connection:didReceiveAuthenticationChallenge:"),
    ]
    static let webViewHandlers: [CodeUse] = [.selector("webView:didReceiveAuthenticationChallenge:completionHandler:")]

    static var interests: CodeInterests { CodeInterests(of: acceptance + evaluation + [.selector("serverTrust")]) }

    /// Whom a handler serves.
    enum Side { case session, webView }

    /// A function that accepts without looking.
    struct Place {
        let evidence: Evidence
        let side: Side?
        /// The binary evaluates trust in a function that this one may call: one that does not itself accept, as another handler would.
        let evaluatesElsewhere: Bool
    }

    /// Every function that accepts without looking, and every one that accepts after it looked.
    static func places(in slice: CodeView.Slice) -> (bypasses: [Place], evaluated: [Evidence]) {
        let evaluating = slice.functions.filter { $0.uses(evaluation) }
        let evaluatesElsewhere = evaluating.isEmpty ? slice.uses(evaluation) : evaluating.contains { !$0.uses(acceptance) }
        var bypasses: [Place] = []
        var evaluated: [Evidence] = []
        for function in slice.functions {
            guard !function.isImportThunk, let place = function.first(acceptance) else { continue }
            if function.uses(evaluation) {
                evaluated.append(slice.evidence(place, "makes a credential of the trust that it evaluates"))
                continue
            }
            bypasses.append(
                Place(
                    evidence: slice.evidence(place, "makes a credential of the server's trust without evaluating it"),
                    side: side(of: function.name, in: slice), evaluatesElsewhere: evaluatesElsewhere))
        }
        return (bypasses, evaluated)
    }

    /// Whom the function serves: by its name, else by the only kind of handler that the slice has.
    private static func side(of name: String?, in slice: CodeView.Slice) -> Side? {
        if let name = name?.lowercased() {
            if name.contains("webview") { return .webView }
            if name.contains("urlsession") || name.contains("connection") { return .session }
        }
        switch (slice.uses(sessionHandlers), slice.uses(webViewHandlers)) {
        case (true, false): return .session
        case (false, true): return .webView
        default: return nil
        }
    }
}
