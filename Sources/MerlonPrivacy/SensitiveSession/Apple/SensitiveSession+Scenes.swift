#if canImport(UIKit) && !os(watchOS)
    import UIKit

    extension SensitiveSession {
        /// Takes the events of all scenes and the device's lock from now on, as long as the session lives. Scenes that are there already are
        /// told of.
        public func observeScenes() {
            guard adapterState == nil else { return }
            adapterState = SceneObservers(
                scene: { [weak self] _, event in self?.handle(event) }, capture: { _ in }, screenshot: {},
                deviceLocked: { [weak self] in self?.handle(.deviceLocked) })
            for scene in UIApplication.shared.connectedScenes {
                switch scene.activationState {
                case .foregroundActive: handle(.didBecomeActive(scene: scene.sceneNumber))
                case .foregroundInactive: handle(.willEnterForeground(scene: scene.sceneNumber))
                default: handle(.didEnterBackground(scene: scene.sceneNumber))
                }
            }
        }
    }
#endif
