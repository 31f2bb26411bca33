import EmulatedDevice
import Foundation

/// Drives scenes through the life cycle in the documented order, and takes the app switcher's snapshot where iOS does. No Apple API.
///
/// Apple: "Managing your app's life cycle", "Preparing your UI to run in the background": the snapshot is taken after
/// `didEnterBackground` has returned, so a cover that is put on later is in no snapshot.
@preconcurrency @MainActor public enum EmulatedLifeCycle {
    /// What a snapshot showed of one scene: the visible windows, the topmost last.
    @MainActor public struct Snapshot {
        public let scene: UIWindowScene
        public let windows: [UIWindow]

        /// Whether something opaque covers the whole of every other window.
        public var isCovered: Bool {
            guard let top = windows.last else { return true }
            return Self.covers(top)
        }
        private static func covers(_ view: UIView) -> Bool {
            if !view.isHidden, view.alpha == 1, view.isOpaque, view.backgroundColor?.alphaComponent == 1, !(view is UIWindow) {
                return true
            }
            if view is UIWindow, view.subviews.isEmpty, (view as? UIWindow)?.rootViewController?.view == nil { return false }
            if let root = (view as? UIWindow)?.rootViewController?.view, covers(root) { return true }
            return view.subviews.last.map(covers) ?? false
        }
    }

    /// A new scene with one visible window, in the foreground.
    public static func connectScene() -> UIWindowScene {
        let scene = UIWindowScene()
        UIApplication.shared.connectedScenes.insert(scene)
        post(UIScene.willConnectNotification, scene)
        let window = UIWindow(windowScene: scene)
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        scene.activationState = .foregroundInactive
        activate(scene)
        return scene
    }

    /// A new scene that the system connects in the background: prewarming, background refresh, state restoration.
    public static func connectSceneInBackground() -> UIWindowScene {
        let scene = UIWindowScene()
        UIApplication.shared.connectedScenes.insert(scene)
        scene.activationState = .background
        post(UIScene.willConnectNotification, scene)
        let window = UIWindow(windowScene: scene)
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        return scene
    }

    /// The scene comes to the screen, and has not the focus yet: the person may turn back.
    public static func enterForeground(_ scene: UIWindowScene) {
        guard scene.activationState == .background || scene.activationState == .unattached else { return }
        scene.activationState = .foregroundInactive
        post(UIScene.willEnterForegroundNotification, scene)
        if UIApplication.shared.applicationState == .background {
            UIApplication.shared.applicationState = .inactive
            post(UIApplication.willEnterForegroundNotification, UIApplication.shared)
        }
    }

    /// The person returns to the scene, or an interruption ends.
    public static func activate(_ scene: UIWindowScene) {
        enterForeground(scene)
        scene.activationState = .foregroundActive
        post(UIScene.didActivateNotification, scene)
        if UIApplication.shared.applicationState != .active {
            UIApplication.shared.applicationState = .active
            post(UIApplication.didBecomeActiveNotification, UIApplication.shared)
        }
    }

    /// A call, Control Center, the app switcher, another app in split view gets the focus.
    public static func deactivate(_ scene: UIWindowScene) {
        guard scene.activationState == .foregroundActive else { return }
        scene.activationState = .foregroundInactive
        post(UIScene.willDeactivateNotification, scene)
        if !foreground.contains(where: { $0.activationState == .foregroundActive }) {
            post(UIApplication.willResignActiveNotification, UIApplication.shared)
            UIApplication.shared.applicationState = .inactive
        }
    }

    /// The person leaves the scene. Returns the snapshot that the system takes.
    @discardableResult
    public static func enterBackground(_ scene: UIWindowScene) -> Snapshot {
        deactivate(scene)
        scene.activationState = .background
        post(UIScene.didEnterBackgroundNotification, scene)
        if foreground.isEmpty {
            UIApplication.shared.applicationState = .background
            post(UIApplication.didEnterBackgroundNotification, UIApplication.shared)
        }
        return snapshot(of: scene)
    }

    /// What is on the screen of the scene now.
    public static func snapshot(of scene: UIWindowScene) -> Snapshot {
        let visible = scene.windows.enumerated().filter { !$0.element.isHidden && $0.element.alpha > 0 }
        let ordered = visible.sorted {
            ($0.element.windowLevel.rawValue, $0.offset) < ($1.element.windowLevel.rawValue, $1.offset)
        }
        return Snapshot(scene: scene, windows: ordered.map(\.element))
    }

    /// The scene is thrown away.
    public static func disconnect(_ scene: UIWindowScene) {
        UIApplication.shared.connectedScenes.remove(scene)
        scene.activationState = .unattached
        post(UIScene.didDisconnectNotification, scene)
    }

    /// Screen recording or mirroring begins or ends.
    public static func setCaptured(_ captured: Bool) {
        UIScreen.main.isCaptured = captured
        NotificationCenter.default.post(name: UIScreen.capturedDidChangeNotification, object: UIScreen.main)
    }

    /// The person takes a screenshot. The notification comes after the picture.
    public static func takeScreenshot() {
        post(UIApplication.userDidTakeScreenshotNotification, UIApplication.shared)
    }

    /// The device locks: protected data goes after the notification.
    public static func lockDevice() {
        post(UIApplication.protectedDataWillBecomeUnavailableNotification, UIApplication.shared)
        EmulatedDevice.current.lockState = .locked
    }

    private static var foreground: [UIScene] {
        UIApplication.shared.connectedScenes.filter { $0.activationState == .foregroundActive || $0.activationState == .foregroundInactive }
    }

    private static func post(_ name: Notification.Name, _ object: AnyObject) { NotificationCenter.default.post(name: name, object: object) }
}
