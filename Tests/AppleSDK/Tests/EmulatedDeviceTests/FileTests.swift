import EmulatedDevice
import Foundation
import Testing

extension EmulatedDeviceTests {
    @Suite struct Files {
        init() { EmulatedDeviceTests.reset() }

        /// Protection class × lock state. Apple Platform Security, "Data Protection classes".
        @Test(arguments: [
            ("NSFileProtectionComplete", [false, false, true], [false, false, true]),
            ("NSFileProtectionCompleteUnlessOpen", [false, false, true], [true, true, true]),
            ("NSFileProtectionCompleteUntilFirstUserAuthentication", [false, true, true], [false, true, true]),
            ("NSFileProtectionNone", [true, true, true], [true, true, true]),
        ]) func protection(_ name: String, closed: [Bool], open: [Bool]) {
            let device = EmulatedDevice.current
            device.replaceFile(at: "/f")
            #expect(device.setAttributes(ofFileAt: "/f") { $0.protection = name })
            for (index, state) in EmulatedDevice.LockState.allCases.enumerated() {
                device.lockState = state
                #expect(device.canRead(fileAt: "/f") == closed[index], "\(name) while \(state)")
                #expect(device.canRead(fileAt: "/f", wasOpen: true) == open[index], "\(name), opened before, while \(state)")
            }
        }

        @Test func replacementDropsAttributes() {
            let device = EmulatedDevice.current
            device.replaceFile(at: "/f")
            _ = device.setAttributes(ofFileAt: "/f") { $0.isExcludedFromBackup = true }
            #expect(device.backup(encrypted: true).paths == [])
            device.replaceFile(at: "/f")
            #expect(device.attributes(ofFileAt: "/f") == EmulatedFileAttributes())
            #expect(device.backup(encrypted: true).paths == ["/f"])
            #expect(!device.setAttributes(ofFileAt: "/none") { _ in })
        }

        @Test func reinstallationTakesTheContainerOnly() {
            let device = EmulatedDevice.current
            device.replaceFile(at: device.app.container + "/Documents/a")
            device.replaceFile(at: "/var/mobile/Containers/Shared/AppGroup/1/b")
            device.reinstallApp()
            #expect(device.backup(encrypted: false).paths == ["/var/mobile/Containers/Shared/AppGroup/1/b"])
        }
    }
}
