#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    /// Covers every window of every scene before the system takes its picture for the app switcher, and while the screen is recorded if asked.
    ///
    /// ```swift
    /// let shield = ScreenShield()      // in the app delegate; kept as long as the app runs
    /// shield.start()
    /// ```
    ///
    /// The cover is a window of its own above all others of the scene: alerts, sheets and the keyboard lie under it. OWASP MASVS-PLATFORM-3.
    ///
    /// What it does not stop: a screenshot that the person takes (iOS tells an app afterwards: ``onScreenshot``), a photograph of the screen,
    /// and code inside the app's process.
    @MainActor public final class ScreenShield {
        /// What a covered scene shows.
        public enum Cover {
            /// One colour: nothing can be read.
            case opaque(UIColor)
            /// A view of the app's own, such as its logo, on an opaque ground. Made anew for each cover.
            case view(@MainActor () -> UIView)
            /// A blur. Large type, amounts and shapes can be read through it.
            case dangerouslyTranslucentBlur(UIBlurEffect.Style)
        }

        /// Called after the person took a screenshot.
        public var onScreenshot: (@MainActor () -> Void)?
        /// Called when recording or mirroring of the screen begins or ends.
        public var onCaptureChange: (@MainActor (_ isCaptured: Bool) -> Void)?

        private let policy: ScreenCoverPolicy
        private let cover: Cover
        private var scenes: [ObjectIdentifier: CoveredScene] = [:]
        private var observers: SceneObservers?

        /// Makes a shield, which does nothing before ``start()``.
        public init(policy: ScreenCoverPolicy = .init(), cover: Cover = .opaque(.systemBackground)) {
            self.policy = policy
            self.cover = cover
        }

        /// Begins to cover. Scenes that lost the focus already are covered at once.
        public func start() {
            guard observers == nil else { return }
            observers = SceneObservers(
                scene: { [weak self] scene, event in self?.handle(event, of: scene) },
                capture: { [weak self] isCaptured in self?.captureChanged(isCaptured) },
                screenshot: { [weak self] in self?.onScreenshot?() },
                deviceLocked: {})
            for case let scene as UIWindowScene in UIApplication.shared.connectedScenes {
                switch scene.activationState {
                case .foregroundActive: update(scene) { _ in }
                case .foregroundInactive: handle(.willResignActive(scene: 0), of: scene)
                default: handle(.didEnterBackground(scene: 0), of: scene)
                }
            }
        }

        /// Takes all covers away and stops covering.
        public func stop() {
            observers = nil
            for scene in scenes.values { scene.uncover() }
            scenes = [:]
        }

        /// Whether the scene is covered now.
        public func isCovering(_ scene: UIWindowScene) -> Bool { scenes[ObjectIdentifier(scene)]?.isCovered ?? false }

        private func handle(_ event: SceneEvent, of scene: UIWindowScene) {
            if case .didDisconnect = event {
                scenes.removeValue(forKey: ObjectIdentifier(scene))?.uncover()
                return
            }
            update(scene) { $0.handle(event) }
            // The keyboard shows what is being typed, and its picture is taken too.
            if case .didEnterBackground = event { for window in scene.windows { _ = window.endEditing(true) } }
        }

        private func captureChanged(_ isCaptured: Bool) {
            for case let scene as UIWindowScene in UIApplication.shared.connectedScenes {
                update(scene) { $0.isCaptured = scene.screen.isCaptured }
            }
            onCaptureChange?(isCaptured)
        }

        private func update(_ scene: UIWindowScene, _ change: (inout SceneCover) -> Void) {
            let covered = scenes[ObjectIdentifier(scene)] ?? CoveredScene(state: SceneCover(policy: policy))
            covered.state.isCaptured = scene.screen.isCaptured
            change(&covered.state)
            scenes[ObjectIdentifier(scene)] = covered
            if covered.state.isDue { covered.cover(scene, with: cover) } else { covered.uncover() }
        }
    }

    /// A scene and the window that covers it.
    @MainActor private final class CoveredScene {
        var state: SceneCover
        private var window: UIWindow?

        init(state: SceneCover) { self.state = state }

        var isCovered: Bool { window != nil }

        func cover(_ scene: UIWindowScene, with cover: ScreenShield.Cover) {
            guard window == nil else { return }
            let window = UIWindow(windowScene: scene)
            window.windowLevel = UIWindow.Level(rawValue: .greatestFiniteMagnitude)
            window.frame = scene.screen.bounds
            let controller = UIViewController()
            controller.view = cover.ground(frame: window.bounds)
            window.rootViewController = controller
            // Shown, not made key: the field that had the focus has it again afterwards.
            window.isHidden = false
            self.window = window
        }

        func uncover() {
            window?.isHidden = true
            window?.rootViewController = nil
            window?.windowScene = nil
            window = nil
        }
    }

    extension ScreenShield.Cover {
        /// The view that fills the covering window.
        @MainActor fileprivate func ground(frame: CGRect) -> UIView {
            let ground: UIView
            switch self {
            case .opaque(let color):
                ground = UIView(frame: frame)
                ground.backgroundColor = color
            case .view(let make):
                ground = UIView(frame: frame)
                ground.backgroundColor = .systemBackground
                let view = make()
                view.frame = ground.bounds
                view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
                ground.addSubview(view)
            case .dangerouslyTranslucentBlur(let style):
                ground = UIVisualEffectView(effect: UIBlurEffect(style: style))
                ground.frame = frame
            }
            ground.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            ground.accessibilityViewIsModal = true
            return ground
        }
    }
#endif
