import AppKit
import AuthenticationServices
import Foundation
import MerlonAuth
import MerlonCore
import MerlonPinning
import Testing
import UIKit

/// The sign-in sheet as it is compiled for iOS, with an emulated person before it.
@Suite(.serialized) @MainActor struct WebAuthenticationTests {
    private let url: HTTPURL
    private let redirect = "com.example.app:/callback"

    init() throws {
        url = try HTTPURL("https://id.example/authorize?state=s")
        EmulatedSheet.person = nil
        EmulatedSheet.canBeShown = true
    }

    private func visit(_ redirect: String? = nil, isEphemeral: Bool = true) async throws -> any BrowserVisit {
        try await WebAuthenticationBrowser(redirectURI: RedirectURI(redirect ?? self.redirect), isEphemeral: isEphemeral) { UIWindow() }
            .prepare()
    }

    private func code(_ redirect: String? = nil) async throws -> AuthError.Code? {
        let visit = try await visit(redirect)
        do throws(AuthError) { _ = try await visit.answer(to: url) } catch { return error.code }
        return nil
    }

    @Test func bringsTheAnswer() async throws {
        var seen: [URL] = []
        var isEphemeral: [Bool?] = []
        EmulatedSheet.person = { url in
            seen.append(url)
            isEphemeral.append(EmulatedSheet.shown?.prefersEphemeralWebBrowserSession)
            return .comesBack(URL(fileURLWithPath: "/").absoluteURL == url ? url : URL(string: "com.example.app:/callback?code=a&state=s")!)
        }
        #expect(try await visit().answer(to: url).unredacted == "com.example.app:/callback?code=a&state=s")
        #expect(try await visit(isEphemeral: false).answer(to: url).unredacted == "com.example.app:/callback?code=a&state=s")
        #expect(seen.map(\.absoluteString) == [url.description, url.description] && isEphemeral == [true, false])
        EmulatedSheet.person = { _ in .comesBack(URL(string: "https://app.example/cb?code=a")!) }
        #expect(try await visit("https://app.example/cb").answer(to: url).unredacted == "https://app.example/cb?code=a")
    }

    @Test func tellsWhyThereIsNone() async throws {
        EmulatedSheet.person = { _ in .closes }
        #expect(try await code() == .userCancelled)
        EmulatedSheet.person = { _ in .fails(ASWebAuthenticationSessionError(.presentationContextInvalid)) }
        #expect(try await code() == .invalidArgument)
        EmulatedSheet.person = { _ in .fails(CocoaError(.fileNoSuchFile)) }
        #expect(try await code() == .unavailable)
        EmulatedSheet.canBeShown = false
        #expect(try await code() == .unavailable)
        #expect(throws: AuthError(.invalidArgument, "")) {
            try WebAuthenticationBrowser(redirectURI: RedirectURI("http://127.0.0.1:1/x")) { UIWindow() }
        }
    }

    @Test func aCancelledTaskTakesTheSheetAway() async throws {
        let (visit, url) = (try await visit(), url)
        let task = Task { try await visit.answer(to: url) }
        while EmulatedSheet.shown == nil { await Task.yield() }
        task.cancel()
        await #expect(throws: AuthError(.userCancelled, "")) { try await task.value }
        #expect(EmulatedSheet.shown == nil)
    }

    @Test func opensTheSystemsBrowser() async throws {
        try await SystemBrowser.open(url)
        #expect(NSWorkspace.shared.opened.map(\.absoluteString) == [url.description])
        NSWorkspace.shared.hasBrowser = false
        await #expect(throws: AuthError(.unsupported, "")) { try await SystemBrowser.open(url) }
    }
}
