/// What the system and its frameworks keep in an app's container without being asked. OWASP MASVS-STORAGE-2, MASWE-0004.
public enum CacheKind: String, Codable, CaseIterable, Sendable {
    /// Responses of servers: `URLCache`.
    case networkResponses = "network-responses"
    /// Pictures of the app's screens for the app switcher.
    case snapshots
    /// What was on the screen, to be restored at the next launch.
    case savedState = "saved-state"
    /// Cookies, those of web views too.
    case cookies
    /// Local storage, databases and caches of web views.
    case webData = "web-data"
    /// Words that the keyboard learnt from the app's fields.
    case keyboard
    /// Temporary files.
    case temporary

    /// What is there, in a few words.
    public var summary: String {
        switch self {
        case .networkResponses: "responses of servers, kept by URLCache"
        case .snapshots: "a picture of the app's screen"
        case .savedState: "what was on the screen, kept for the next launch"
        case .cookies: "cookies"
        case .webData: "data of web views"
        case .keyboard: "words that the keyboard learnt"
        case .temporary: "a temporary file"
        }
    }

    /// The kind of a file by its path within the container; `nil` for what no framework put there.
    init?(path: String) {
        let parts = path.split(separator: "/").map(String.init)
        guard let first = parts.first else { return nil }
        switch (first, parts.dropFirst().first ?? "") {
        case ("tmp", _): self = parts.contains("WebKit") ? .webData : .temporary
        case ("Library", "SplashBoard"): self = .snapshots
        case ("Library", "Saved Application State"): self = .savedState
        case ("Library", "Cookies"): self = .cookies
        case ("Library", "HTTPStorages"): self = .cookies
        case ("Library", "WebKit"): self = .webData
        case ("Library", "Keyboard"): self = .keyboard
        case ("Library", "Caches"):
            if parts.contains("Snapshots") {
                self = .snapshots
            } else if parts.contains("WebKit") {
                self = .webData
            } else if parts.contains("fsCachedData") || parts.last.map({ $0.hasPrefix("Cache.db") }) == true {
                self = .networkResponses
            } else {
                return nil
            }
        default: return nil
        }
    }
}

/// A file that the system or a framework left in the container.
public struct CacheLeftover: Hashable, Codable, Sendable {
    /// What it holds.
    public let kind: CacheKind
    /// Where, relative to the container.
    public let path: String
    /// Its size in bytes.
    public let byteCount: Int
}
