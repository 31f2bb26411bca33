import EmulatedDevice
public import Foundation

/// Apple: "containerURL(forSecurityApplicationGroupIdentifier:)". In Apple's SDK it belongs to Foundation; the toolchain's Foundation has none.
extension FileManager {
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        EmulatedDevice.current.app.appGroups[groupIdentifier].map { URL(fileURLWithPath: $0) }
    }
}
