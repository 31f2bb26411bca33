@_exported public import Foundation
import EmulatedDevice

/// Apple: "UIResponder".
@preconcurrency @MainActor open class UIResponder: NSObject {
    public nonisolated override init() {}
    /// Apple: "canPerformAction(_:withSender:)".
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { true }
}

#if !APPLE_COMPILE
    /// Apple: "Selector". Outside of Objective-C a name.
    public struct Selector: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
        public let description: String
        public init(_ name: String) { description = name }
        public init(stringLiteral name: String) { description = name }
    }
#endif

/// Apple: "UIApplicationDelegate".
@preconcurrency @MainActor public protocol UIApplicationDelegate: AnyObject {
    func application(_ application: UIApplication, shouldAllowExtensionPointIdentifier identifier: UIApplication.ExtensionPointIdentifier)
        -> Bool
}
extension UIApplicationDelegate {
    public func application(
        _ application: UIApplication, shouldAllowExtensionPointIdentifier identifier: UIApplication.ExtensionPointIdentifier
    ) -> Bool {
        true
    }
}

/// Apple: "UIApplication".
@preconcurrency @MainActor open class UIApplication: UIResponder {
    /// Apple: "UIApplication.State".
    public enum State: Int, Sendable { case active, inactive, background }
    /// Apple: "UIApplication.ExtensionPointIdentifier".
    public struct ExtensionPointIdentifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let keyboard = Self(rawValue: "com.apple.keyboard-service")
    }

    /// Apple: "shared".
    public static let shared = UIApplication()
    /// Apple: "delegate".
    open weak var delegate: (any UIApplicationDelegate)?
    /// Apple: "connectedScenes".
    open var connectedScenes: Set<UIScene> = []
    /// Apple: "applicationState".
    open internal(set) var applicationState = State.active
    /// URL schemes of other apps on the emulated device, and those that this app declares that it asks for. No Apple API.
    public var installedSchemes: Set<String> = []
    public var queriedSchemes: Set<String> = []

    /// Apple: "canOpenURL(_:)". False for a scheme that `LSApplicationQueriesSchemes` does not list.
    open func canOpenURL(_ url: URL) -> Bool {
        guard let scheme = url.scheme else { return false }
        return queriedSchemes.contains(scheme) && installedSchemes.contains(scheme)
    }

    nonisolated public static let didEnterBackgroundNotification = Notification.Name("UIApplicationDidEnterBackgroundNotification")
    nonisolated public static let willEnterForegroundNotification = Notification.Name("UIApplicationWillEnterForegroundNotification")
    nonisolated public static let didBecomeActiveNotification = Notification.Name("UIApplicationDidBecomeActiveNotification")
    nonisolated public static let willResignActiveNotification = Notification.Name("UIApplicationWillResignActiveNotification")
    nonisolated public static let willTerminateNotification = Notification.Name("UIApplicationWillTerminateNotification")
    nonisolated public static let userDidTakeScreenshotNotification = Notification.Name("UIApplicationUserDidTakeScreenshotNotification")
    nonisolated public static let protectedDataWillBecomeUnavailableNotification = Notification.Name(
        "UIApplicationProtectedDataWillBecomeUnavailable")
    nonisolated public static let protectedDataDidBecomeAvailableNotification = Notification.Name(
        "UIApplicationProtectedDataDidBecomeAvailable")

    /// Apple: "isProtectedDataAvailable".
    open var isProtectedDataAvailable: Bool { EmulatedDevice.current.lockState == .unlocked }
}

/// Apple: "UIDevice".
@preconcurrency @MainActor open class UIDevice: NSObject {
    /// Apple: "current".
    public static let current = UIDevice()
    open var systemName: String { "iOS" }
    open var systemVersion: String { "17.0" }
    open var model: String { "iPhone" }
    open var identifierForVendor: UUID? { UUID(uuidString: "00000000-0000-4000-8000-000000000001") }
}
