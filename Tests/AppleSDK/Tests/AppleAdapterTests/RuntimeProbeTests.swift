import CFNetwork
import EmulatedDevice
import EmulatorSupport
import Foundation
@testable import MerlonRuntime
import Testing
import UIKit

/// The probes that ask Apple's frameworks, as they are compiled for iOS, on the emulated device.
@Suite(.serialized) struct RuntimeProbeTests {
    let device = EmulatedDevice()
    private let place = TemporaryPlace("binding")
    var file: URL { place.url.appendingPathComponent("mark") }

    init() {
        EmulatedDevice.current = device
        OpenSSLCryptography.install()
    }

    @Test func passcodeAndEnclave() {
        #expect(PostureProbe.hasPasscode() == .value(true))
        device.hasPasscode = false
        #expect(PostureProbe.hasPasscode() == .value(false))
        #expect(PostureProbe.hasSecureEnclave() == .value(true))
        device.hasSecureEnclave = false
        #expect(PostureProbe.hasSecureEnclave() == .value(false))
    }

    @Test func proxiesAndTunnels() {
        defer { emulatedProxySettings = [:] }
        #expect(NetworkProbe.proxies() == .value(ProxySettings()) && NetworkProbe.tunnels() == .value([]))
        emulatedProxySettings = [
            "HTTPEnable": 1, "HTTPProxy": "10.0.0.1", "HTTPPort": 8080, "__SCOPED__": ["utun4": ["x": 1], "en0": ["x": 1]],
        ]
        #expect(NetworkProbe.proxies() == .value(ProxySettings(http: true)) && NetworkProbe.tunnels() == .value(["utun4"]))
        emulatedProxySettings = nil
        #expect(NetworkProbe.proxies() == .unsupported && NetworkProbe.tunnels() == .unsupported)
    }

    /// A scheme that is not declared is not asked for, and its answer is none, whatever is installed.
    @Test func schemes() async {
        await MainActor.run {
            UIApplication.shared.installedSchemes = ["cydia", "sileo"]
            UIApplication.shared.queriedSchemes = ["cydia", "filza"]
        }
        let answers = await Task.detached { ApplicationProbe.schemes(declared: ["Cydia", "filza"]) }.value
        #expect(answers.value?.count == SchemeDetector.schemes.count)
        for answer in answers.value ?? [] {
            let expected: Fact<Bool> = answer.scheme == "cydia" ? .value(true) : answer.scheme == "filza" ? .value(false) : .unsupported
            #expect(answer.isOpened == expected, "\(answer.scheme)")
        }
        await MainActor.run {
            UIApplication.shared.installedSchemes = []
            UIApplication.shared.queriedSchemes = []
        }
    }

    @Test func screen() async {
        await MainActor.run {
            _ = EmulatedLifeCycle.connectScene()
            EmulatedLifeCycle.setCaptured(true)
        }
        #expect(await Task.detached { ApplicationProbe.screen() }.value == .value(ScreenState(isCaptured: true, screens: 1)))
        await MainActor.run { EmulatedLifeCycle.setCaptured(false) }
        #expect(await Task.detached { ApplicationProbe.screen() }.value == .value(ScreenState(isCaptured: false, screens: 1)))
    }

    @Test func bindingOverInstallationAndMove() throws {
        let probe = DeviceBindingProbe(file: file, service: "com.example.bank.merlon-device")
        #expect(probe.binding() == .value(.first))
        #expect(probe.binding() == .value(.same))
        // The app is deleted and installed anew: the keychain stays.
        try FileManager.default.removeItem(at: file)
        #expect(probe.binding() == .value(.reinstalled))
        #expect(probe.binding() == .value(.same))
        // The data comes to another device, by a backup: what is for this device alone stays behind.
        EmulatedDevice.current = EmulatedDevice()
        #expect(probe.binding() == .value(.moved))
        #expect(probe.binding() == .value(.moved), "only the app says that the new device is its own")
        #expect(probe.bind() == nil)
        #expect(probe.binding() == .value(.same))
    }

    /// A keychain that cannot be read now says so; nothing is made anew.
    @Test func bindingWhileLocked() {
        let probe = DeviceBindingProbe(file: file, service: "com.example.bank.merlon-device")
        #expect(probe.binding() == .value(.first))
        device.restart()
        guard case .denied = probe.binding() else {
            Issue.record("a locked keychain gave \(probe.binding())")
            return
        }
        device.lockState = .unlocked
        #expect(probe.binding() == .value(.same))
    }
}
