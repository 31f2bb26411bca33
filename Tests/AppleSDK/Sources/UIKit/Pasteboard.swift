public import Foundation

/// Apple: "UIPasteboard".
@preconcurrency @MainActor open class UIPasteboard: NSObject {
    /// Apple: "UIPasteboard.OptionsKey".
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let localOnly = Self(rawValue: "UIPasteboardOptionLocalOnly")
        public static let expirationDate = Self(rawValue: "UIPasteboardOptionExpirationDate")
    }
    /// Apple: "UIPasteboard.DetectionPattern".
    public struct DetectionPattern: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let probableWebURL = Self(rawValue: "com.apple.uikit.pasteboard-detection-pattern.probable-web-url")
        public static let number = Self(rawValue: "com.apple.uikit.pasteboard-detection-pattern.number")
    }

    /// Apple: "general".
    public static let general = UIPasteboard()
    /// Apple: "changedNotification".
    nonisolated public static let changedNotification = Notification.Name("UIPasteboardChangedNotification")

    private var stored: [[String: Any]] = []
    private var options: [OptionsKey: Any] = [:]
    /// Apple: "changeCount".
    open private(set) var changeCount = 0
    /// How often content was read: each time iOS would tell the person. No Apple API.
    public private(set) var readCount = 0
    /// The clock of expiry. No Apple API.
    public var now: () -> Date = { Date() }

    /// Apple: "setItems(_:options:)".
    open func setItems(_ items: [[String: Any]], options: [OptionsKey: Any] = [:]) {
        stored = items
        self.options = options
        changeCount += 1
        NotificationCenter.default.post(name: Self.changedNotification, object: self)
    }

    /// Apple: "items".
    open var items: [[String: Any]] {
        get {
            readCount += 1
            return live
        }
        set { setItems(newValue) }
    }

    /// Apple: "string".
    open var string: String? {
        get { items.first?["public.utf8-plain-text"] as? String }
        set { setItems(newValue.map { [["public.utf8-plain-text": $0]] } ?? []) }
    }

    /// Apple: "hasStrings". Tells nobody.
    open var hasStrings: Bool { live.contains { $0["public.utf8-plain-text"] != nil } }
    /// Apple: "numberOfItems".
    open var numberOfItems: Int { live.count }

    /// What other devices of the same person would receive. No Apple API.
    public var universalItems: [[String: Any]] { options[.localOnly] as? Bool == true ? [] : live }

    private var live: [[String: Any]] {
        if let expiry = options[.expirationDate] as? Date, expiry <= now() { return [] }
        return stored
    }
}
