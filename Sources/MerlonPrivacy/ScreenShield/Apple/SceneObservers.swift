#if canImport(UIKit) && !os(watchOS)
    import UIKit

    /// Hears what the system says of all scenes, as long as it lives.
    ///
    /// Handlers run inside of the notification: what they do to a window is done before the system goes on, and so before its snapshot.
    @MainActor final class SceneObservers {
        private let tokens = NotificationTokens()

        init(
            scene: @escaping @MainActor (UIWindowScene, SceneEvent) -> Void, capture: @escaping @MainActor (Bool) -> Void,
            screenshot: @escaping @MainActor () -> Void, deviceLocked: @escaping @MainActor () -> Void
        ) {
            let events: [(Notification.Name, @Sendable (Int) -> SceneEvent)] = [
                // The system may connect a scene for nobody to look at (prewarming, background refresh), and take its picture: until it comes
                // to the screen it is in the background.
                (UIScene.willConnectNotification, { .didEnterBackground(scene: $0) }),
                (UIScene.willDeactivateNotification, { .willResignActive(scene: $0) }),
                (UIScene.didEnterBackgroundNotification, { .didEnterBackground(scene: $0) }),
                (UIScene.willEnterForegroundNotification, { .willEnterForeground(scene: $0) }),
                (UIScene.didActivateNotification, { .didBecomeActive(scene: $0) }),
                (UIScene.didDisconnectNotification, { .didDisconnect(scene: $0) }),
            ]
            for (name, event) in events {
                tokens.observe(name) { object in
                    guard let window = object as? UIWindowScene else { return }
                    scene(window, event(window.sceneNumber))
                }
            }
            tokens.observe(UIScreen.capturedDidChangeNotification) { object in capture((object as? UIScreen)?.isCaptured ?? true) }
            tokens.observe(UIApplication.userDidTakeScreenshotNotification) { _ in screenshot() }
            tokens.observe(UIApplication.protectedDataWillBecomeUnavailableNotification) { _ in deviceLocked() }
        }
    }

    extension UIScene {
        /// A number for the scene, the same as long as it lives.
        var sceneNumber: Int { ObjectIdentifier(self).hashValue }
    }
#endif
