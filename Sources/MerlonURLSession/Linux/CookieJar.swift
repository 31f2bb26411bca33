#if os(Linux)
    import Foundation
    import FoundationNetworking

    /// The cookies of a session, as RFC 6265 has them where the open-source Foundation's storage does not: it gives out all cookies of a host,
    /// whatever their path.
    struct CookieJar {
        private let storage: HTTPCookieStorage
        private let accepts: Bool
        private let mainDocument: URL?

        /// `nil` for a session that keeps none.
        init?(_ configuration: URLSessionConfiguration, mainDocument: URL?) {
            guard configuration.httpShouldSetCookies, let storage = configuration.httpCookieStorage else { return nil }
            self.storage = storage
            accepts = configuration.httpCookieAcceptPolicy != .never
            // The storage compares with it only where the app gave one.
            self.mainDocument = configuration.httpCookieAcceptPolicy == .onlyFromMainDocumentDomain ? mainDocument : nil
        }

        /// The value of the `Cookie` field of a request, if it has any: cookies of longer paths first.
        func header(for url: URL) -> String? {
            let path = url.path.isEmpty ? "/" : url.path
            let sent = (storage.cookies(for: url) ?? []).filter { cookie in
                Self.covers(cookie.path, path) && (cookie.expiresDate.map { $0 > Date() } ?? true)
            }
            guard !sent.isEmpty else { return nil }
            return sent.sorted { ($1.path.utf8.count, $0.name) < ($0.path.utf8.count, $1.name) }.map { "\($0.name)=\($0.value)" }
                .joined(separator: "; ")
        }

        /// Keeps what the lines of an answer's header say. Each line by itself: joined, a comma within a cookie could end it.
        func take(_ lines: some Sequence<String>, from url: URL) {
            guard accepts else { return }
            for line in lines {
                guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == "set-cookie" else { continue }
                let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": value], for: url)
                storage.setCookies(cookies, for: url, mainDocumentURL: mainDocument)
            }
        }

        /// RFC 6265, 5.1.4.
        private static func covers(_ cookiePath: String, _ path: String) -> Bool {
            guard path.utf8.starts(with: cookiePath.utf8) else { return false }
            return path.utf8.count == cookiePath.utf8.count || cookiePath.hasSuffix("/")
                || path.utf8.dropFirst(cookiePath.utf8.count).first == UInt8(ascii: "/")
        }
    }
#endif
