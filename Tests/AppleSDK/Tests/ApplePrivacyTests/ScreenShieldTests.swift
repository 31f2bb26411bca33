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
        case deactivate, background, activate, present, keyboard, alertWindow, capture, release, secondScene, disconnect, lock
    }

    /// A sequence, and after each of its steps whether the first scene is covered (`c`) or not (`-`).
    nonisolated static let sequences: [(name: String, steps: [Step], covered: String)] = [
        ("home and back", [.background, .activate], "c-"),
        ("app switcher and back", [.deactivate, .activate], "c-"),
        ("app switcher, then home", [.deactivate, .background], "cc"),
        ("app switcher, home, back", [.deactivate, .background, .activate], "cc-"),
        ("notification centre twice", [.deactivate, .activate, .deactivate, .activate], "c-c-"),
        ("a call comes in and is taken", [.deactivate, .background, .activate], "cc-"),
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
    ]

    private func perform(_ step: Step, _ scene: UIWindowScene) -> EmulatedLifeCycle.Snapshot? {
        switch step {
        case .deactivate: EmulatedLifeCycle.deactivate(scene)
        case .background: return EmulatedLifeCycle.enterBackground(scene)
        case .activate: EmulatedLifeCycle.activate(scene)
        case .present: scene.windows.first?.rootViewController?.present(UIViewController(), animated: false)
        case .keyboard:
            let field = UITextField()
            scene.windows.first?.addSubview(field)
            _ = field.becomeFirstResponder()
        case .alertWindow:
            let window = UIWindow(windowScene: scene)
            window.windowLevel = .alert
            window.rootViewController = UIViewController()
            window.makeKeyAndVisible()
            Self.alerts.append(window)
        case .capture: EmulatedLifeCycle.setCaptured(true)
        case .release: EmulatedLifeCycle.setCaptured(false)
        case .secondScene: _ = EmulatedLifeCycle.connectScene()
        case .disconnect: EmulatedLifeCycle.disconnect(scene)
        case .lock: EmulatedLifeCycle.lockDevice()
        }
        return nil
    }

    private static var alerts: [UIWindow] = []

    @Test(arguments: sequences.indices)
    func sequence(_ index: Int) {
        let (name, steps, covered) = Self.sequences[index]
        Self.alerts = []
        let scene = EmulatedLifeCycle.connectScene()
        let shield = ScreenShield()
        shield.start()
        var ownWindows = scene.windows.count
        for (step, expected) in zip(steps, covered) {
            let snapshot = perform(step, scene)
            if step == .alertWindow { ownWindows += 1 }
            if let snapshot { #expect(snapshot.isCovered, "\(name)") }
            #expect(shield.isCovering(scene) == (expected == "c"), "\(name): \(step)")
            #expect(scene.windows.count == ownWindows + (expected == "c" ? 1 : 0), "\(name): \(step)")
            if expected == "c" { #expect(EmulatedLifeCycle.snapshot(of: scene).isCovered, "\(name): \(step)") }
        }
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
