import EmulatedDevice
import Foundation
import Testing
import UIKit

extension EmulatedDeviceTests {
    @MainActor @Suite struct Interface {
        init() {
            EmulatedDeviceTests.reset()
            UIApplication.shared.connectedScenes = []
        }

        /// Notifications of a scene's way to the background and back, in the documented order.
        @Test func lifeCycleOrder() {
            let scene = EmulatedLifeCycle.connectScene()
            let names: [Notification.Name] = [
                UIScene.willDeactivateNotification, UIApplication.willResignActiveNotification, UIScene.didEnterBackgroundNotification,
                UIApplication.didEnterBackgroundNotification, UIScene.willEnterForegroundNotification,
                UIApplication.willEnterForegroundNotification, UIScene.didActivateNotification, UIApplication.didBecomeActiveNotification,
            ]
            nonisolated(unsafe) var seen: [Notification.Name] = []
            let tokens = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { seen.append($0.name) }
            }
            defer { tokens.forEach(NotificationCenter.default.removeObserver) }
            EmulatedLifeCycle.enterBackground(scene)
            #expect(scene.activationState == .background && UIApplication.shared.applicationState == .background)
            EmulatedLifeCycle.activate(scene)
            #expect(scene.activationState == .foregroundActive && UIApplication.shared.applicationState == .active)
            #expect(seen == names)
        }

        @Test func oneOfTwoScenesLeavesTheAppInTheForeground() {
            let first = EmulatedLifeCycle.connectScene()
            let second = EmulatedLifeCycle.connectScene()
            EmulatedLifeCycle.enterBackground(first)
            #expect(UIApplication.shared.applicationState == .active)
            EmulatedLifeCycle.enterBackground(second)
            #expect(UIApplication.shared.applicationState == .background)
        }

        @Test func snapshotsTellOpaqueCoversFromOthers() {
            let scene = EmulatedLifeCycle.connectScene()
            #expect(!EmulatedLifeCycle.enterBackground(scene).isCovered)
            EmulatedLifeCycle.activate(scene)
            let cover = UIView(frame: UIScreen.main.bounds)
            scene.keyWindow?.addSubview(cover)
            for (colour, alpha, covered) in [(UIColor.white, 1.0, true), (.white, 0.9, false), (.clear, 1, false)] {
                cover.backgroundColor = colour
                cover.alpha = alpha
                #expect(EmulatedLifeCycle.snapshot(of: scene).isCovered == covered)
            }
            cover.backgroundColor = .white
            cover.alpha = 1
            let alert = UIWindow(windowScene: scene)
            alert.windowLevel = .alert
            alert.isHidden = false
            #expect(!EmulatedLifeCycle.snapshot(of: scene).isCovered, "a window above the cover shows")
            let blur = UIVisualEffectView(effect: UIBlurEffect(style: .regular))
            alert.addSubview(blur)
            #expect(!EmulatedLifeCycle.snapshot(of: scene).isCovered, "a blur is no opaque cover")
        }

        @Test func captureAndScreenshotsAreAnnounced() {
            nonisolated(unsafe) var seen: [Notification.Name] = []
            let names = [UIScreen.capturedDidChangeNotification, UIApplication.userDidTakeScreenshotNotification]
            let tokens = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { seen.append($0.name) }
            }
            defer { tokens.forEach(NotificationCenter.default.removeObserver) }
            EmulatedLifeCycle.setCaptured(true)
            #expect(UIScreen.main.isCaptured)
            EmulatedLifeCycle.setCaptured(false)
            EmulatedLifeCycle.takeScreenshot()
            #expect(seen == [names[0], names[0], names[1]])
        }

        @Test func pasteboardOptions() {
            let board = UIPasteboard.general
            board.now = { Date(timeIntervalSince1970: 100) }
            board.setItems(
                [["public.utf8-plain-text": "secret"]], options: [.localOnly: true, .expirationDate: Date(timeIntervalSince1970: 101)])
            #expect(board.hasStrings && board.universalItems.isEmpty)
            let reads = board.readCount
            #expect(board.string == "secret" && board.readCount == reads + 1)
            board.now = { Date(timeIntervalSince1970: 101) }
            #expect(!board.hasStrings && board.string == nil)
            board.string = "shared"
            #expect(board.universalItems.count == 1)
            board.now = { Date() }
        }

        @Test func secureEntryIsNotLearned() {
            let field = UITextField(frame: .zero)
            #expect(field.isCachedByKeyboard)
            field.isSecureTextEntry = true
            #expect(!field.isCachedByKeyboard)
            field.isSecureTextEntry = false
            field.autocorrectionType = .no
            #expect(field.isCachedByKeyboard)
            field.spellCheckingType = .no
            #expect(!field.isCachedByKeyboard)
        }

        @Test func schemesMustBeDeclared() {
            UIApplication.shared.installedSchemes = ["sileo"]
            let url = URL(string: "sileo://x")!
            #expect(!UIApplication.shared.canOpenURL(url))
            UIApplication.shared.queriedSchemes = ["sileo"]
            #expect(UIApplication.shared.canOpenURL(url))
        }

        @Test func lockingTakesProtectedDataAway() {
            EmulatedLifeCycle.lockDevice()
            #expect(!UIApplication.shared.isProtectedDataAvailable)
            #expect(EmulatedDevice.current.lockState == .locked)
        }
    }
}
