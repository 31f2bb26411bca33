import EmulatedDevice
import EmulatorSupport
import MerlonVault
import Testing

@Suite struct FileAttributesTests {
    @Test(arguments: FileProtection.allCases) func protectionIsKept(_ protection: FileProtection) throws {
        let device = EmulatedDevice()
        let attributes = DeviceFileAttributes(EmulatedDevice())
        #expect(throws: VaultError(.notFound, "")) { try attributes.setProtection(protection, ofFileAt: "/f") }
        device.replaceFile(at: "/f")
        let own = DeviceFileAttributes(device)
        try own.setProtection(protection, ofFileAt: "/f")
        try own.setExcludedFromBackup(true, fileAt: "/f")
        #expect(try own.protection(ofFileAt: "/f") == protection)
        #expect(try own.isExcludedFromBackup(fileAt: "/f"))
        device.replaceFile(at: "/f")
        #expect(try !own.isExcludedFromBackup(fileAt: "/f"), "replacement drops it: it has to be set again")
    }
}
