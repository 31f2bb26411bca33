extension MASTGTest {
    static let platform: [MASTGTest] = [
        .init(
            276, "The general pasteboard is used", .platform, [1, 3], weakness: 53, [.l2], .review,
            "See at each use of UIPasteboard.general what is written to it, and whether it is sensitive."),
        .init(
            277, "Sensitive data on the general pasteboard at run time", .platform, [1, 3], weakness: 53, [.l2], .running,
            "Copy from every screen that shows sensitive data and read the pasteboard from another app, or hook UIPasteboard with Frida."),
        .init(
            278, "The pasteboard is not cleared", .platform, [1, 3], weakness: 53, [.l2], .analysis,
            "See that what the app puts on the pasteboard is removed when the app goes to the background or the need is over."),
        .init(
            279, "Pasteboard items do not expire", .platform, [1, 3], weakness: 53, [.l2], .analysis,
            "See that setItems(_:options:) is given an expirationDate wherever something sensitive is copied."),
        .init(
            280, "Pasteboard items leave the device", .platform, [1, 3], weakness: 53, [.l2], .analysis,
            "See that setItems(_:options:) is given localOnly wherever something sensitive is copied."),
        .init(
            290, "Sensitive content in the app switcher's picture", .platform, [3], weakness: 55, [.l2], .running,
            "Send the app to the background from each sensitive screen and look at the app switcher and at Library/SplashBoard/Snapshots."),
        .init(
            331, "UIWebView is used", .platform, [2], weakness: 72, [.l1, .l2], .analysis,
            "See whether a reference to UIWebView is in code that can run."),
        .init(
            332, "Addresses from outside are loaded into a web view", .platform, [2], weakness: 71, [.l1, .l2, .p], .review,
            "Follow the addresses given to load(_:), loadFileURL and loadHTMLString back and see whether a link, a message or user input "
                + "can set them."
        ),
        .init(
            333, "A web view may read more files than it needs", .platform, [2], weakness: 69, [.l1, .l2], .review,
            "See which folder each loadFileURL(_:allowingReadAccessTo:) opens, and what else lies in it."),
        .init(
            335, "A web view's file origin is relaxed", .platform, [2], weakness: 69, [.l1, .l2], .review,
            "See whether allowFileAccessFromFileURLs or allowUniversalAccessFromFileURLs are set to true for a view that loads what "
                + "others can influence."
        ),
        .init(
            336, "Relaxed file origins at run time", .platform, [2], weakness: 69, [.l1, .l2], .running,
            "Hook setValue:forKey: of WKPreferences and WKWebViewConfiguration with Frida and see which keys are set to true."),
        .init(
            346, "Text fields that do not hide sensitive input", .platform, [3], weakness: 53, [.l2], .review,
            "List the text fields that take passwords, codes or card numbers in code and nibs and see that each is a secure one."),
        .init(
            347, "Text fields that do not hide sensitive input at run time", .platform, [3], weakness: 53, [.l2], .running,
            "Open each screen that takes sensitive input and see that the text is masked; hook isSecureTextEntry with Frida for the rest."),
        .init(
            370, "Custom URL schemes whose input is not validated", .platform, [1], weakness: 58, [.l1, .l2], .analysis,
            "In each handler of a custom scheme see that host, path and parameters are checked against what is allowed before they have "
                + "an effect."
        ),
        .init(
            371, "Custom URL schemes whose sender is not checked", .platform, [1], weakness: 58, [.l1, .l2], .analysis,
            "See that sensitive actions of a custom scheme look at sourceApplication, or better, ask the user or need a universal link."),
        .init(
            376, "Native bridges that a web page can call", .platform, [2], weakness: 69, [.l1, .l2], .analysis,
            "List the script message handlers, what each does, and which pages can be loaded into that web view."),
        .init(
            377, "A bridge that answers through evaluateJavaScript", .platform, [2], weakness: 69, [.l1, .l2], .review,
            "See whether a message handler sends its result back by evaluateJavaScript in the page's world, where every script can take it."
        ),
        .init(
            378, "Password fields in HTML that a web view loads", .platform, [2], weakness: 69, [.l1, .l2], .review,
            "See whether the pages with password fields are loaded into a web view that also has a bridge or runs scripts of others."),
        .init(
            379, "JavaScript is run in the page's own world", .platform, [2], weakness: 69, [.l1, .l2], .analysis,
            "See that evaluateJavaScript and user scripts name a content world of the app's own."),
        .init(
            380, "Sensitive data is written into a page", .platform, [2], weakness: 69, [.l1, .l2], .review,
            "See what is put into the script text given to evaluateJavaScript, and whether tokens or personal data are among it."),
        .init(
            389, "Custom keyboards are not refused", .platform, [1], weakness: 61, [.l2], .review,
            "See whether application(_:shouldAllowExtensionPointIdentifier:) refuses keyboards, and whether the app takes input that "
                + "calls for it."
        ),
        .init(
            390, "A keyboard extension asks for full access", .platform, [1], weakness: 61, [.l2], .review,
            "See in the keyboard extension's Info.plist whether RequestsOpenAccess is true, and what the extension sends or shares with it."
        ),
        .init(
            395, "Universal links whose input is not validated", .platform, [1], weakness: 58, [.l1, .l2], .review,
            "In each handler of NSUserActivityTypeBrowsingWeb see that host, path and parameters are checked before they have an effect."),
    ]
}
