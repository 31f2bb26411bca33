import Foundation
import FoundationNetworking
import MerlonPrivacy
import Testing
import WebKit

@MainActor @Suite(.serialized) struct WebDataTests {
    @Test func privateViewsKeepNothing() async {
        let (first, second) = (WebViewData.privateConfiguration(), WebViewData.privateConfiguration())
        #expect(!first.websiteDataStore.isPersistent && first.websiteDataStore !== second.websiteDataStore)
        #expect(!first.preferences.javaScriptCanOpenWindowsAutomatically)
        first.websiteDataStore.emulateVisit(to: "bank.example")
        let (own, shared) = (await WebViewData.sites(in: first.websiteDataStore), await WebViewData.sites())
        #expect(own == ["bank.example"] && shared == [])
    }

    @Test func whatFrameworksKeepIsForgotten() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in ["Library/Caches/com.example/Cache.db", "Library/Cookies/Cookies.binarycookies", "Documents/own"] {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("x".utf8).write(to: file)
        }
        let url = try #require(URL(string: "https://bank.example/a"))
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["Cache-Control": "max-age=60"]))
        URLCache.shared.storeCachedResponse(CachedURLResponse(response: response, data: Data("x".utf8)), for: URLRequest(url: url))
        let properties: [HTTPCookiePropertyKey: Any] = [.name: "sid", .value: "1", .domain: "bank.example", .path: "/"]
        HTTPCookieStorage.shared.setCookie(try #require(HTTPCookie(properties: properties)))
        WKWebsiteDataStore.default().emulateVisit(to: "bank.example")
        #expect(URLCache.shared.cachedResponse(for: URLRequest(url: url)) != nil && HTTPCookieStorage.shared.cookies(for: url)?.count == 1)

        let audit = CacheAudit(container: folder.path)
        #expect(try await audit.forget([.networkResponses]).map(\.kind) == [.networkResponses])
        #expect(URLCache.shared.cachedResponse(for: URLRequest(url: url)) == nil)
        #expect(HTTPCookieStorage.shared.cookies(for: url)?.count == 1)
        #expect(await WebViewData.sites() == ["bank.example"])
        #expect(try await audit.forget(Set(CacheKind.allCases)).map(\.kind) == [.cookies])
        #expect(HTTPCookieStorage.shared.cookies(for: url)?.isEmpty != false)
        #expect(await WebViewData.sites() == [])
        #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("Documents/own").path))
    }
}
