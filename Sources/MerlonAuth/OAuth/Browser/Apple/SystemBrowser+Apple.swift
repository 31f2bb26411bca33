#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    public import MerlonPinning

    /// The browser that the person has chosen.
    public enum SystemBrowser: Sendable {
        /// Opens the URL. Apple: "open(_:)" of NSWorkspace. Returns when the browser was asked, not when it has loaded.
        ///
        /// Throws ``AuthError/Code/unsupported`` when there is no browser.
        public static func open(_ url: HTTPURL) async throws(AuthError) {
            guard let address = URL(string: url.description), NSWorkspace.shared.open(address) else {
                throw AuthError(.unsupported, "No browser can be opened.")
            }
        }
    }
#endif
