/// What code does with web views, by the names of WebKit.
enum WebViewUse {
    static let view: CodeUse = .objectiveCClass("WKWebView")
    /// Loads something.
    static let loads: [CodeUse] = [
        .selector("loadRequest:"), .selector("loadFileURL:allowingReadAccessToURL:"), .selector("loadHTMLString:baseURL:"),
        .selector("loadData:MIMEType:characterEncodingName:baseURL:"), .selector("loadFileRequest:allowingReadAccessToURL:"),
        .selector("loadSimulatedRequest:responseHTMLString:"),
    ]
    static let fileLoads: [CodeUse] = [
        .selector("loadFileURL:allowingReadAccessToURL:"), .selector("loadFileRequest:allowingReadAccessToURL:"),
    ]
    /// Runs a script in the page's own world.
    static let pageScripts: [CodeUse] = [.selector("evaluateJavaScript:completionHandler:")]
    /// Runs a script in a world that the call names.
    static let worldScripts: [CodeUse] = [
        .selector("evaluateJavaScript:inFrame:inContentWorld:completionHandler:"),
        .selector("callAsyncJavaScript:arguments:inFrame:inContentWorld:completionHandler:"),
        .symbols(startingWith: "_$sSo9WKWebViewC6WebKitE18evaluateJavaScript"),
        .symbols(startingWith: "_$sSo9WKWebViewC6WebKitE19callAsyncJavaScript"),
    ]
    /// Offers native functions to every script of a page.
    static let bridges: [CodeUse] = [.selector("addScriptMessageHandler:name:")]
    /// Offers native functions to a content world.
    static let worldBridges: [CodeUse] = [
        .selector("addScriptMessageHandler:contentWorld:name:"), .selector("addScriptMessageHandlerWithReply:contentWorld:name:"),
    ]
    /// The page's own world, named: no better than none.
    static let pageWorld: CodeUse = .selector("pageWorld")
    static let otherWorlds: [CodeUse] = [.selector("defaultClientWorld"), .selector("worldWithName:")]

    /// Places in a slice that name the page's own world where one of `uses` asks for a world.
    static func inPageWorld(_ uses: [CodeUse], in slice: CodeView.Slice) -> [CodeReference] {
        slice.functions.filter { $0.uses([pageWorld]) && !$0.uses(otherWorlds) }.flatMap { $0.all(uses) }
    }

    /// Puts text together from parts.
    static let composition: [CodeUse] = [
        .symbol("_$sSS6appendyySSF"), .symbols(startingWith: "_$ss26DefaultStringInterpolationV06append"), .symbol("_$sSS1poiyS2S_SStFZ"),
        .selector("stringWithFormat:"), .selector("stringByAppendingString:"), .selector("stringByAppendingFormat:"),
        .selector("initWithFormat:"), .selector("appendString:"), .selector("appendFormat:"),
        .symbols(startingWith: "_$sSS10FoundationE6format"),
    ]
    /// Makes an address of a text.
    static let addresses: [CodeUse] = [
        .symbols(startingWith: "_$s10Foundation3URLV6string"), .selector("URLWithString:"), .selector("initWithString:"),
        .selector("URLWithString:relativeToURL:"), .symbols(startingWith: "_$s10Foundation13URLComponentsV"),
    ]
    /// Text that came from a person, another app or a page.
    static let outside: [CodeUse] =
        LinkHandling.values + [
            .selector("text"), .selector("webpageURL"), .selector("body"), .selector("userInfo"), .selector("stringValue"),
        ]
}
