public import EmulatedDevice
public import MerlonVault

/// The vault's door to file attributes, opened on the emulated device.
public struct DeviceFileAttributes: FileAttributes {
    private let device: EmulatedDevice

    /// Makes it.
    public init(_ device: EmulatedDevice) { self.device = device }

    private static let names: [FileProtection: String] = [
        .complete: "NSFileProtectionComplete", .completeUnlessOpen: "NSFileProtectionCompleteUnlessOpen",
        .completeUntilFirstUserAuthentication: "NSFileProtectionCompleteUntilFirstUserAuthentication", .none: "NSFileProtectionNone",
    ]

    public func setProtection(_ protection: FileProtection, ofFileAt path: String) throws(VaultError) {
        guard device.setAttributes(ofFileAt: path, { $0.protection = Self.names[protection]! }) else { throw VaultError(.notFound, path) }
    }

    public func protection(ofFileAt path: String) throws(VaultError) -> FileProtection? {
        guard let found = device.attributes(ofFileAt: path) else { throw VaultError(.notFound, path) }
        return Self.names.first { $0.value == found.protection }?.key
    }

    public func setExcludedFromBackup(_ excluded: Bool, fileAt path: String) throws(VaultError) {
        guard device.setAttributes(ofFileAt: path, { $0.isExcludedFromBackup = excluded }) else { throw VaultError(.notFound, path) }
    }

    public func isExcludedFromBackup(fileAt path: String) throws(VaultError) -> Bool {
        guard let found = device.attributes(ofFileAt: path) else { throw VaultError(.notFound, path) }
        return found.isExcludedFromBackup
    }
}
