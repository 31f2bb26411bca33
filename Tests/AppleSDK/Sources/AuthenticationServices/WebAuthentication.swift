@_exported public import Foundation
public import UIKit

/// Apple: "ASPresentationAnchor". On macOS a window of AppKit, which this stand-in does not tell apart.
public typealias ASPresentationAnchor = UIWindow

/// Apple: "ASWebAuthenticationSessionErrorDomain".
public let ASWebAuthenticationSessionErrorDomain = "com.apple.AuthenticationServices.WebAuthenticationSession"

/// Apple: "ASWebAuthenticationSessionError".
public struct ASWebAuthenticationSessionError: Error, Equatable, CustomNSError {
    /// Apple: "ASWebAuthenticationSessionError.Code".
    public enum Code: Int, Sendable { case canceledLogin = 1, presentationContextNotProvided = 2, presentationContextInvalid = 3 }
    public let code: Code
    public init(_ code: Code) { self.code = code }
    public static var errorDomain: String { ASWebAuthenticationSessionErrorDomain }
    public var errorCode: Int { code.rawValue }
}

/// Apple: "ASWebAuthenticationPresentationContextProviding".
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

/// Apple: "ASWebAuthenticationSession".
@MainActor open class ASWebAuthenticationSession: NSObject {
    /// Apple: "ASWebAuthenticationSession.CompletionHandler".
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    /// Apple: "ASWebAuthenticationSession.Callback".
    @available(iOS 17.4, macOS 14.4, *)
    public final class Callback: NSObject, Sendable {
        let scheme: String?
        let host: String?
        let path: String?

        init(scheme: String?, host: String?, path: String?) {
            self.scheme = scheme
            self.host = host
            self.path = path
        }

        /// Apple: "customScheme(_:)".
        public static func customScheme(_ scheme: String) -> Self { Self(scheme: scheme, host: nil, path: nil) }
        /// Apple: "https(host:path:)".
        public static func https(host: String, path: String) -> Self { Self(scheme: nil, host: host, path: path) }
    }

    public let url: URL
    private let takes: (URL) -> Bool
    private var handler: CompletionHandler?

    /// Apple: "init(url:callbackURLScheme:completionHandler:)".
    public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {
        self.url = url
        takes = { $0.scheme == callbackURLScheme }
        handler = completionHandler
    }

    /// Apple: "init(url:callback:completionHandler:)".
    @available(iOS 17.4, macOS 14.4, *)
    public init(url: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {
        self.url = url
        takes = {
            callback.scheme == nil
                ? $0.scheme == "https" && $0.host == callback.host && $0.path == callback.path : $0.scheme == callback.scheme
        }
        handler = completionHandler
    }

    /// Apple: "presentationContextProvider".
    open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
    /// Apple: "prefersEphemeralWebBrowserSession".
    open var prefersEphemeralWebBrowserSession = false

    /// Apple: "start()". A session can be started once.
    @discardableResult open func start() -> Bool {
        guard handler != nil, EmulatedSheet.canBeShown else { return false }
        guard let provider = presentationContextProvider else {
            finish(nil, ASWebAuthenticationSessionError(.presentationContextNotProvided))
            return true
        }
        _ = provider.presentationAnchor(for: self)
        EmulatedSheet.shown = self
        switch EmulatedSheet.person?(url) {
        case .comesBack(let callback)?:
            // What is not the session's own the sheet loads as any other page.
            if takes(callback) { finish(callback, nil) }
        case .closes?: finish(nil, ASWebAuthenticationSessionError(.canceledLogin))
        case .fails(let error)?: finish(nil, error)
        case nil: break
        }
        return true
    }

    /// Apple: "cancel()". The handler is called with an error.
    open func cancel() { finish(nil, ASWebAuthenticationSessionError(.canceledLogin)) }

    private func finish(_ url: URL?, _ error: (any Error)?) {
        let handler = self.handler
        self.handler = nil
        EmulatedSheet.shown = nil
        // The documentation does not say on which thread.
        nonisolated(unsafe) let (done, result, failure) = (handler, url, error)
        DispatchQueue.global().async { done?(result, failure) }
    }
}

/// The sheet and the person before it. No Apple API.
@MainActor public enum EmulatedSheet {
    /// What the person does.
    public enum Act { case comesBack(URL), closes, fails(any Error) }
    /// Sees the page and does something; nothing while there is nobody.
    public static var person: (@MainActor (URL) -> Act?)?
    /// Whether a sheet can be shown now.
    public static var canBeShown = true
    /// The sheet that is open.
    public internal(set) static var shown: ASWebAuthenticationSession?
}
