import Foundation

/// Apple: "NSWorkspace".
open class NSWorkspace: NSObject, @unchecked Sendable {
    /// Apple: "shared".
    public static let shared = NSWorkspace()
    private let lock = NSLock()
    private var urls: [URL] = []

    /// Apple: "open(_:)".
    @discardableResult open func open(_ url: URL) -> Bool {
        lock.withLock {
            guard hasBrowser else { return false }
            urls.append(url)
            return true
        }
    }

    /// Whether there is a browser, and what it was asked to open. No Apple API.
    public var hasBrowser = true
    public var opened: [URL] { lock.withLock { urls } }
}
