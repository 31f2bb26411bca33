import EmulatedDevice
import Foundation
import MerlonPrivacy
import Testing
import UIKit

/// Ways of a scene through the life cycle, from public descriptions of iOS: at each snapshot the scene is covered, by one window, and
/// uncovered when it has the focus again, with no window left behind.
@MainActor @Suite(.serialized) struct ScreenShieldTests {
    init() {
        EmulatedDevice.current = EmulatedDevice()
        UIApplication.shared.connectedScenes = []
        EmulatedLifeCycle.setCaptured(false)
    }

    enum Step: Sendable {
        case deactivate, background, foreground, activate, present, keyboard, alertWindow, capture, release, secondScene, disconnect, lock
        /// The system takes more pictures of a scene in the background: the other appearance, another size.
        case pictureAgain
        /// The app opens a window while nobody looks: an answer of the server, a timer.
        case windowLater
        /// The app throws its first window away and puts another in its place.
        case replaceWindow
    }

    /// A sequence, and after each of its steps whether the first scene is covered (`c`) or not (`-`).
    nonisolated static let sequences: [(name: String, steps: [Step], covered: String)] = [
        ("home and back", [.background, .activate], "c-"),
        ("app switcher and back", [.deactivate, .activate], "c-"),
        ("app switcher, then home", [.deactivate, .background], "cc"),
        ("app switcher, home, back", [.deactivate, .background, .activate], "cc-"),
        ("notification centre twice", [.deactivate, .activate, .deactivate, .activate], "c-c-"),
        ("a call comes in and is taken", [.deactivate, .background, .foreground, .activate], "ccc-"),
        ("quick return", [.background, .activate, .background, .activate, .background], "c-c-c"),
        ("focus lost twice", [.deactivate, .deactivate, .activate], "cc-"),
        ("focus gained twice", [.activate, .activate], "--"),
        ("a sheet is open", [.present, .background, .activate], "-c-"),
        ("an alert in a window of its own", [.alertWindow, .background, .activate], "-c-"),
        ("an alert's window opens while covered", [.deactivate, .alertWindow, .background, .activate], "ccc-"),
        ("the keyboard is open", [.keyboard, .background, .activate], "-c-"),
        ("device lock while open", [.lock, .deactivate, .background, .activate], "-cc-"),
        ("device lock in the switcher", [.deactivate, .lock, .background, .activate], "ccc-"),
        ("capture begins and ends", [.capture, .release], "--"),
        ("capture in the background", [.background, .capture, .activate, .release], "cc--"),
        ("a second scene opens", [.secondScene, .background, .activate], "-c-"),
        ("a second scene opens in the switcher", [.deactivate, .secondScene, .background], "ccc"),
        ("thrown away in the background", [.background, .disconnect], "c-"),
        ("thrown away in the foreground", [.disconnect], "-"),
        ("sheet, switcher, home, back, home", [.present, .deactivate, .background, .activate, .background], "-cc-c"),
        ("keyboard and alert", [.keyboard, .alertWindow, .deactivate, .background, .activate], "--cc-"),
        ("lock, home at once", [.lock, .background, .activate], "-c-"),
        ("comes to the screen and waits for the focus", [.background, .foreground], "cc"),
        ("turned back on the way", [.background, .foreground, .background, .activate], "ccc-"),
        ("turned back twice", [.background, .foreground, .background, .foreground, .background], "ccccc"),
        ("pictures of both appearances", [.background, .pictureAgain, .pictureAgain, .activate], "ccc-"),
        ("pictures, a glance, pictures", [.background, .pictureAgain, .foreground, .background, .pictureAgain], "ccccc"),
        ("a window opens in the background", [.background, .windowLater, .pictureAgain, .activate], "ccc-"),
        ("a window opens in the switcher", [.deactivate, .windowLater, .background, .activate], "ccc-"),
        ("the window is replaced, then home", [.replaceWindow, .background, .activate], "-c-"),
        ("the window is replaced while covered", [.deactivate, .replaceWindow, .background, .activate], "ccc-"),
        ("thrown away in the switcher", [.deactivate, .disconnect], "c-"),
        ("thrown away while it comes back", [.background, .foreground, .disconnect], "cc-"),
        ("background told twice", [.background, .background, .activate], "cc-"),
        ("focus told without leaving", [.activate, .deactivate, .activate, .activate], "-c--"),
        (
            "everything at once", [.present, .keyboard, .alertWindow, .secondScene, .lock, .background, .pictureAgain, .activate],
            "-----cc-"
        ),
    ]

    private func perform(_ step: Step, _ scene: UIWindowScene) -> EmulatedLifeCycle.Snapshot? {
        switch step {
        case .deactivate: EmulatedLifeCycle.deactivate(scene)
        case .background: return EmulatedLifeCycle.enterBackground(scene)
        case .foreground: EmulatedLifeCycle.enterForeground(scene)
        case .activate: EmulatedLifeCycle.activate(scene)
        case .present: scene.windows.first?.rootViewController?.present(UIViewController(), animated: false)
        case .keyboard:
            let field = UITextField()
            scene.windows.first?.addSubview(field)
            _ = field.becomeFirstResponder()
        case .alertWindow, .windowLater:
            let window = UIWindow(windowScene: scene)
            window.windowLevel = step == .alertWindow ? .alert : .normal
            window.rootViewController = UIViewController()
            window.makeKeyAndVisible()
            Self.own.append(window)
        case .replaceWindow:
            let window = UIWindow(windowScene: scene)
            window.rootViewController = UIViewController()
            window.makeKeyAndVisible()
            let old = Self.own[0]
            old.isHidden = true
            old.windowScene = nil
            Self.own[0] = window
        case .capture: EmulatedLifeCycle.setCaptured(true)
        case .release: EmulatedLifeCycle.setCaptured(false)
        case .secondScene: _ = EmulatedLifeCycle.connectScene()
        case .disconnect: EmulatedLifeCycle.disconnect(scene)
        case .lock: EmulatedLifeCycle.lockDevice()
        case .pictureAgain: return EmulatedLifeCycle.snapshot(of: scene)
        }
        return nil
    }

    /// The app's windows of the scene at hand.
    private static var own: [UIWindow] = []

    @MainActor private final class WeakWindow {
        weak var window: UIWindow?
        init(_ window: UIWindow) { self.window = window }
    }

    @Test(arguments: sequences.indices)
    func sequence(_ index: Int) {
        let (name, steps, covered) = Self.sequences[index]
        #expect(steps.count == covered.count, "\(name)")
        var covers: [WeakWindow] = []
        weak var weakScene: UIWindowScene?
        let shield = ScreenShield()
        shield.start()
        do {
            let scene = EmulatedLifeCycle.connectScene()
            weakScene = scene
            Self.own = scene.windows
            for (step, expected) in zip(steps, covered) {
                let snapshot = perform(step, scene)
                if let snapshot { #expect(snapshot.isCovered, "\(name): \(step)") }
                let isCovered = expected == "c"
                #expect(shield.isCovering(scene) == isCovered, "\(name): \(step)")
                // Covered by one window, however often the system says the same; uncovered by none.
                let foreign = scene.windows.filter { window in !Self.own.contains { $0 === window } }
                #expect(foreign.count == (isCovered ? 1 : 0), "\(name): \(step)")
                if isCovered { #expect(EmulatedLifeCycle.snapshot(of: scene).isCovered, "\(name): \(step)") }
                for window in foreign where !covers.contains(where: { $0.window === window }) { covers.append(WeakWindow(window)) }
                if !isCovered { #expect(!EmulatedLifeCycle.snapshot(of: scene).isCovered, "\(name): \(step)") }
            }
            if covered.contains("c") { #expect(!covers.isEmpty, "\(name)") }
            // Those taken away are gone while the scene still lives.
            let alive = covers.filter { $0.window != nil }.count
            #expect(alive == (covered.last == "c" ? 1 : 0), "\(name)")
            EmulatedLifeCycle.disconnect(scene)
        }
        Self.own = []
        #expect(covers.allSatisfy { $0.window == nil }, "\(name): a cover is kept")
        #expect(weakScene == nil, "\(name): the scene is kept")
    }

    /// Scenes that begin where nobody looks: each has its picture taken before it was ever active.
    @Test func scenesThatAreConnectedInTheBackground() {
        let shield = ScreenShield()
        shield.start()
        let scene = EmulatedLifeCycle.connectSceneInBackground()
        #expect(shield.isCovering(scene) && EmulatedLifeCycle.snapshot(of: scene).isCovered)
        EmulatedLifeCycle.activate(scene)
        #expect(!shield.isCovering(scene) && scene.windows.count == 1)
    }

    /// As above while the policy also covers what is recorded, and while it covers in the background alone.
    @Test(arguments: [
        (ScreenCoverPolicy(coversWhileCaptured: true), [Step.capture, .deactivate, .activate, .release], "ccc-"),
        (ScreenCoverPolicy(coversWhileCaptured: true), [.background, .capture, .activate, .release], "ccc-"),
        (ScreenCoverPolicy(coversWhileCaptured: true), [.capture, .background, .release, .activate], "ccc-"),
        (ScreenCoverPolicy(coversWhileCaptured: true), [.capture, .release, .capture, .disconnect], "c-c-"),
        (ScreenCoverPolicy(moment: .inBackground), [.deactivate, .activate, .background, .activate], "--c-"),
        (ScreenCoverPolicy(moment: .inBackground), [.deactivate, .background, .activate], "-c-"),
    ])
    func policies(_ policy: ScreenCoverPolicy, _ steps: [Step], _ covered: String) {
        let scene = EmulatedLifeCycle.connectScene()
        let shield = ScreenShield(policy: policy)
        shield.start()
        for (step, expected) in zip(steps, covered) {
            if let snapshot = perform(step, scene) { #expect(snapshot.isCovered) }
            #expect(shield.isCovering(scene) == (expected == "c"), "\(step)")
        }
    }

    @Test func eachSceneHasItsOwnCover() {
        let first = EmulatedLifeCycle.connectScene()
        let second = EmulatedLifeCycle.connectScene()
        let shield = ScreenShield()
        shield.start()
        EmulatedLifeCycle.enterBackground(first)
        #expect(shield.isCovering(first) && !shield.isCovering(second))
        EmulatedLifeCycle.enterBackground(second)
        EmulatedLifeCycle.activate(first)
        #expect(!shield.isCovering(first) && shield.isCovering(second))
    }

    @Test func noWindowIsRetained() {
        let shield = ScreenShield()
        shield.start()
        weak var weakScene: UIWindowScene?
        weak var weakCover: UIWindow?
        do {
            let scene = EmulatedLifeCycle.connectScene()
            weakScene = scene
            EmulatedLifeCycle.enterBackground(scene)
            weakCover = scene.windows.last
            #expect(weakCover != nil)
            EmulatedLifeCycle.activate(scene)
            #expect(weakCover == nil)
            EmulatedLifeCycle.enterBackground(scene)
            weakCover = scene.windows.last
            EmulatedLifeCycle.disconnect(scene)
        }
        #expect(weakCover == nil && weakScene == nil)
    }

    @Test func coversKeepTheKeyWindowAndTheAppsView() {
        let scene = EmulatedLifeCycle.connectScene()
        let key = scene.keyWindow
        let logo = UIView()
        let shield = ScreenShield(cover: .view { logo })
        shield.start()
        EmulatedLifeCycle.deactivate(scene)
        #expect(scene.keyWindow === key)
        #expect(logo.superview != nil && logo.superview === scene.windows.last?.rootViewController?.view)
        // The app's view may be translucent: the ground behind it is not.
        logo.backgroundColor = .clear
        #expect(logo.superview?.backgroundColor?.alphaComponent == 1)
        EmulatedLifeCycle.activate(scene)
        #expect(logo.superview == nil)
        shield.stop()
        EmulatedLifeCycle.deactivate(scene)
        #expect(!shield.isCovering(scene))
    }

    @Test func scenesThatLostTheFocusBeforeAreCoveredAtOnce() {
        let inactive = EmulatedLifeCycle.connectScene()
        EmulatedLifeCycle.deactivate(inactive)
        let background = EmulatedLifeCycle.connectScene()
        EmulatedLifeCycle.enterBackground(background)
        let shield = ScreenShield()
        shield.start()
        shield.start()
        #expect(shield.isCovering(inactive) && shield.isCovering(background) && inactive.windows.count == 2)
    }

    @Test func aBlurIsTranslucentAsItsNameSays() {
        let scene = EmulatedLifeCycle.connectScene()
        let shield = ScreenShield(cover: .dangerouslyTranslucentBlur(.regular))
        shield.start()
        #expect(!EmulatedLifeCycle.enterBackground(scene).isCovered)
        #expect(shield.isCovering(scene))
    }

    @Test func screenshotsAndCaptureAreTold() {
        let shield = ScreenShield()
        var told: [String] = []
        shield.onScreenshot = { told.append("screenshot") }
        shield.onCaptureChange = { told.append("\($0)") }
        shield.start()
        _ = EmulatedLifeCycle.connectScene()
        EmulatedLifeCycle.takeScreenshot()
        EmulatedLifeCycle.setCaptured(true)
        EmulatedLifeCycle.setCaptured(false)
        #expect(told == ["screenshot", "true", "false"])
    }
}
