#if canImport(WebKit)
    import Foundation
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif
    import WebKit

    extension CacheAudit {
        /// Has the frameworks forget what they keep of these kinds, in memory too, and removes the files that are there still. For sign-out, in
        /// the app's own process: after sessions and web views have ended.
        ///
        /// ```swift
        /// try await CacheAudit(container: NSHomeDirectory()).forget([.networkResponses, .cookies, .webData, .snapshots])
        /// ```
        /// Removing files alone is not enough: a shared `URLCache` writes what it has in memory again.
        ///
        /// - Returns: the files that were removed.
        @MainActor @discardableResult
        public func forget(_ kinds: Set<CacheKind>) async throws(PrivacyError) -> [CacheLeftover] {
            if kinds.contains(.networkResponses) { URLCache.shared.removeAllCachedResponses() }
            if kinds.contains(.cookies) { HTTPCookieStorage.shared.removeCookies(since: .distantPast) }
            if kinds.contains(.webData) || kinds.contains(.cookies) { await WebViewData.removeAll() }
            return try remove(kinds)
        }
    }
#endif
