@_exported public import Foundation

/// Apple: "NSWindow".
@preconcurrency @MainActor open class NSWindow: NSObject {
    /// Apple: "NSWindow.SharingType".
    public enum SharingType: UInt, Sendable { case none, readOnly, readWrite }
    /// Apple: "sharingType".
    open var sharingType = SharingType.readOnly
    public nonisolated override init() {}

    nonisolated public static let didBecomeKeyNotification = Notification.Name("NSWindowDidBecomeKeyNotification")
    nonisolated public static let didChangeOcclusionStateNotification = Notification.Name("NSWindowDidChangeOcclusionStateNotification")
    nonisolated public static let willCloseNotification = Notification.Name("NSWindowWillCloseNotification")
}

/// Apple: "NSApplication".
@preconcurrency @MainActor open class NSApplication: NSObject {
    /// Apple: "shared".
    public static let shared = NSApplication()
    /// Apple: "windows".
    open var windows: [NSWindow] = []
    nonisolated public static let didUpdateNotification = Notification.Name("NSApplicationDidUpdateNotification")
}
