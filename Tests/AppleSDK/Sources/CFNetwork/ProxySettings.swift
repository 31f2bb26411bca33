@_exported public import Foundation
public import Security

/// Settings of the emulated device. No Apple API.
public nonisolated(unsafe) var emulatedProxySettings: [String: Any]? = [:]

/// Apple: "CFNetworkCopySystemProxySettings()".
public func CFNetworkCopySystemProxySettings() -> Unmanaged<CFDictionary>? {
    emulatedProxySettings.map { Unmanaged.passRetained($0 as NSDictionary) }
}
