#if canImport(WebKit)
    import Foundation
    public import WebKit

    /// What web views keep: none of it, or all of it removed. OWASP MASVS-STORAGE-2, MASVS-PLATFORM-2.
    @MainActor public enum WebViewData {
        /// A configuration whose web views keep cookies, caches and storage in memory alone, each configuration apart from the others: for pages
        /// of a bank, a clinic, a sign-in. It opens no windows by script.
        public static func privateConfiguration() -> WKWebViewConfiguration {
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            configuration.preferences.javaScriptCanOpenWindowsAutomatically = false
            return configuration
        }

        /// Removes everything that web views of this store kept: cookies, caches, local storage, databases, service workers. Close them first.
        public static func removeAll(from store: WKWebsiteDataStore = .default()) async {
            await store.removeData(ofTypes: WKWebsiteDataStore.allWebsiteDataTypes(), modifiedSince: .distantPast)
        }

        /// Of which sites the store keeps something; empty when nothing is kept.
        public static func sites(in store: WKWebsiteDataStore = .default()) async -> [String] {
            await store.dataRecords(ofTypes: WKWebsiteDataStore.allWebsiteDataTypes()).map(\.displayName).sorted()
        }
    }
#endif
