import AppKit
import EmulatedDevice
import MerlonPrivacy
import Testing
import UIKit

@MainActor @Suite(.serialized) struct CaptureTests {
    init() {
        EmulatedDevice.current = EmulatedDevice()
        UIApplication.shared.connectedScenes = []
        EmulatedLifeCycle.setCaptured(false)
    }

    @Test func aViewIsHiddenWhileTheScreenIsCaptured() {
        let content = UIView()
        let container = CaptureHiddenView(content: content)
        #expect(!content.isHidden)
        EmulatedLifeCycle.setCaptured(true)
        #expect(content.isHidden)
        #expect(CaptureHiddenView(content: UIView()).content.isHidden)
        EmulatedLifeCycle.setCaptured(false)
        #expect(!content.isHidden && container.subviews.first === content)
    }

    @Test func windowsOfAMacAppAreNotShared() {
        let first = NSWindow()
        NSApplication.shared.windows = [first]
        let sharing = WindowSharing()
        sharing.start()
        #expect(first.sharingType == .none)
        let second = NSWindow()
        second.sharingType = .readWrite
        NSApplication.shared.windows.append(second)
        NotificationCenter.default.post(name: NSWindow.didChangeOcclusionStateNotification, object: second)
        #expect(second.sharingType == .none)
        sharing.stop()
        #expect(first.sharingType == .readOnly && second.sharingType == .readWrite)
        NSApplication.shared.windows = []
    }
}
