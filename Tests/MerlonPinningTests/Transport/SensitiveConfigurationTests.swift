#if os(Linux)
    import Foundation
    import FoundationNetworking
    import MerlonURLSession
    import Testing

    @Suite struct SensitiveConfigurationTests {
        @Test func nothingIsKept() throws {
            let configuration = URLSessionConfiguration.sensitive()
            #expect(configuration.urlCache == nil && configuration.urlCredentialStorage == nil && configuration.httpCookieStorage == nil)
            #expect(configuration.requestCachePolicy == .reloadIgnoringLocalCacheData && configuration.timeoutIntervalForRequest == 30)
            #expect(configuration.httpCookieAcceptPolicy == .never && !configuration.httpShouldSetCookies)
            #expect(configuration.httpAdditionalHeaders?["Cache-Control"] as? String == "no-store")
        }

        @Test func cookiesInMemoryAreTheSessionsOwn() throws {
            let (one, other) = (
                URLSessionConfiguration.sensitive(cookies: .inMemory), URLSessionConfiguration.sensitive(cookies: .inMemory)
            )
            let store = try #require(one.httpCookieStorage)
            #expect(store !== HTTPCookieStorage.shared && store !== other.httpCookieStorage)
            #expect(one.httpCookieAcceptPolicy == .onlyFromMainDocumentDomain && one.httpShouldSetCookies && one.urlCache == nil)
        }

        /// The same answer, to a session of each kind: only the ordinary one has a cookie and a response left.
        @Test func anAnswerLeavesNothingBehind() async throws {
            let address = "http://leftovers.example/\(UUID().uuidString)"
            let url = try #require(URL(string: address))
            var sent: [String?] = []
            for configuration in [URLSessionConfiguration.sensitive(), .sensitive(cookies: .inMemory)] {
                configuration.protocolClasses = [AnsweringProtocol.self]
                let session = URLSession(configuration: configuration)
                defer { session.invalidateAndCancel() }
                let (data, _) = try await session.data(from: url)
                #expect(data == Data("balance".utf8))
                sent.append(configuration.httpAdditionalHeaders?["Cache-Control"] as? String)
                #expect(configuration.urlCache?.cachedResponse(for: URLRequest(url: url)) == nil)
                #expect(URLCache.shared.cachedResponse(for: URLRequest(url: url)) == nil)
                #expect(HTTPCookieStorage.shared.cookies(for: url)?.isEmpty != false)
            }
            #expect(sent == ["no-store", "no-store"])
        }
    }

    /// Answers everything itself, with a body that may be kept and a cookie.
    private final class AnsweringProtocol: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { true }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
        override func startLoading() {
            let headers = ["Cache-Control": "max-age=600", "Set-Cookie": "sid=1; Path=/"]
            guard let url = request.url,
                let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: headers)
            else { return }
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .allowed)
            client?.urlProtocol(self, didLoad: Data("balance".utf8))
            client?.urlProtocolDidFinishLoading(self)
        }
        override func stopLoading() {}
    }
#endif
