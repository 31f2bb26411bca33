@_exported public import Foundation

/// Apple: "WKWebsiteDataRecord".
@preconcurrency @MainActor open class WKWebsiteDataRecord: NSObject {
    /// Apple: "displayName".
    open var displayName: String { name }
    /// Apple: "dataTypes".
    open var dataTypes: Set<String> { types }
    private let name: String
    private let types: Set<String>
    init(name: String, types: Set<String>) { (self.name, self.types) = (name, types) }
}

/// Apple: "WKWebsiteDataStore".
@preconcurrency @MainActor open class WKWebsiteDataStore: NSObject {
    private static let standard = WKWebsiteDataStore(isPersistent: true)
    private var kept: [String: Set<String>] = [:]
    private let keepsOnDisk: Bool

    init(isPersistent: Bool) { keepsOnDisk = isPersistent }

    /// Apple: "default()".
    open class func `default`() -> WKWebsiteDataStore { standard }
    /// Apple: "nonPersistent()". A store of its own at each call.
    open class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore(isPersistent: false) }
    /// Apple: "isPersistent".
    open var isPersistent: Bool { keepsOnDisk }
    /// Apple: "allWebsiteDataTypes()".
    open class func allWebsiteDataTypes() -> Set<String> {
        ["WKWebsiteDataTypeCookies", "WKWebsiteDataTypeDiskCache", "WKWebsiteDataTypeLocalStorage", "WKWebsiteDataTypeIndexedDBDatabases"]
    }
    /// Apple: "removeData(ofTypes:modifiedSince:completionHandler:)".
    open func removeData(ofTypes types: Set<String>, modifiedSince date: Date) async {
        guard date == .distantPast else { return }
        kept = kept.mapValues { $0.subtracting(types) }.filter { !$0.value.isEmpty }
    }
    /// Apple: "fetchDataRecords(ofTypes:completionHandler:)".
    open func dataRecords(ofTypes types: Set<String>) async -> [WKWebsiteDataRecord] {
        kept.filter { !$0.value.isDisjoint(with: types) }.map { WKWebsiteDataRecord(name: $0.key, types: $0.value) }
    }

    /// A page of the site keeps something. No Apple API.
    public func emulateVisit(to site: String) { kept[site] = Self.allWebsiteDataTypes() }
}

/// Apple: "WKPreferences".
@preconcurrency @MainActor open class WKPreferences: NSObject {
    /// Apple: "javaScriptCanOpenWindowsAutomatically": false by default on iOS, true on macOS.
    open var javaScriptCanOpenWindowsAutomatically = true
    public nonisolated override init() {}
}

/// Apple: "WKWebViewConfiguration".
@preconcurrency @MainActor open class WKWebViewConfiguration: NSObject {
    /// Apple: "websiteDataStore".
    open var websiteDataStore: WKWebsiteDataStore = .default()
    /// Apple: "preferences".
    open var preferences = WKPreferences()
    public override init() {}
}
