public import Foundation

/// Apple: "UIScene".
@preconcurrency @MainActor open class UIScene: UIResponder {
    /// Apple: "UIScene.ActivationState".
    public enum ActivationState: Int, Sendable { case unattached = -1, foregroundActive, foregroundInactive, background }

    /// Apple: "activationState".
    open internal(set) var activationState = ActivationState.unattached

    nonisolated public static let willConnectNotification = Notification.Name("UISceneWillConnectNotification")
    nonisolated public static let didDisconnectNotification = Notification.Name("UISceneDidDisconnectNotification")
    nonisolated public static let didActivateNotification = Notification.Name("UISceneDidActivateNotification")
    nonisolated public static let willDeactivateNotification = Notification.Name("UISceneWillDeactivateNotification")
    nonisolated public static let willEnterForegroundNotification = Notification.Name("UISceneWillEnterForegroundNotification")
    nonisolated public static let didEnterBackgroundNotification = Notification.Name("UISceneDidEnterBackgroundNotification")
}

/// Apple: "UIWindowScene".
@preconcurrency @MainActor open class UIWindowScene: UIScene {
    /// Apple: "windows".
    open internal(set) var windows: [UIWindow] = []
    /// Apple: "screen".
    open var screen: UIScreen { UIScreen.main }
    /// Apple: "keyWindow".
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }
    public nonisolated override init() {}
}

/// Apple: "UIScreen".
@preconcurrency @MainActor open class UIScreen: NSObject {
    /// Apple: "main".
    public static let main = UIScreen()
    /// Apple: "isCaptured".
    open internal(set) var isCaptured = false
    /// Apple: "bounds".
    open var bounds: CGRect { CGRect(x: 0, y: 0, width: 390, height: 844) }
    nonisolated public static let capturedDidChangeNotification = Notification.Name("UIScreenCapturedDidChangeNotification")
    nonisolated public static let didConnectNotification = Notification.Name("UIScreenDidConnectNotification")
}
