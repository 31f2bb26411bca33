/// What of a file is kept for rules, by its name.
enum ContentPolicy: Hashable, Sendable {
    /// Not part of what is shipped: not even named.
    case ignored
    /// The first bytes only.
    case head
    /// All of it, when it is not longer than this and not a Mach-O.
    case content(limit: UInt64)

    /// Bytes kept of every file.
    static let headLength = 64

    init(path: String, limits: ReaderLimits) {
        let components = path.split(separator: "/")
        let name = components.last ?? ""
        if components.dropLast().contains(where: { $0.hasSuffix(".dSYM") }) || Self.companions.contains(String(components.first ?? ""))
            || name == ".DS_Store" || name.hasPrefix("._")
        {
            self = .ignored
            return
        }
        let dot = name.lastIndex(of: ".")
        let pathExtension = dot.map { name[name.index(after: $0)...].lowercased() } ?? ""
        if Self.scripts.contains(pathExtension) {
            self = .content(limit: limits.script)
        } else if Self.texts.contains(pathExtension) || name.hasPrefix(".") {
            self = .content(limit: limits.content)
        } else if dot == nil {
            // Configuration without an extension is short; a long file without one is data.
            self = .content(limit: min(limits.content, 64 << 10))
        } else {
            self = .head
        }
    }

    /// Folders at the top of an .ipa or .xcarchive that the App Store takes off before delivery.
    private static let companions: Set<String> = [
        "__MACOSX", "dSYMs", "BCSymbolMaps", "Symbols", "SwiftSupport", "WatchKitSupport", "WatchKitSupport2", "MessagesApplicationSupport",
        "MessagesApplicationExtensionSupport",
    ]

    private static let scripts: Set<String> = ["js", "jsbundle", "mjs", "cjs", "bundle", "hbc", "map"]

    private static let texts: Set<String> = [
        // property lists and what Xcode keeps as such
        "plist", "strings", "stringsdict", "xcprivacy", "entitlements", "xcent", "pbxproj", "xcconfig", "loctable", "intentdefinition",
        // interfaces
        "nib", "xib", "storyboard", "html", "htm", "xhtml", "css", "vue",
        // data as text
        "json", "xml", "yaml", "yml", "toml", "ini", "cfg", "conf", "config", "properties", "env", "txt", "md", "csv", "tsv", "sql",
        "graphql",
        "graphqls", "gql", "lock", "resolved", "http", "ovpn", "mobileconfig", "log",
        // keys, certificates, profiles
        "pem", "key", "p8", "p12", "pfx", "cer", "crt", "der", "p7b", "p7c", "pub", "jks", "bks", "keystore", "ppk", "gpg", "asc",
        "mobileprovision", "provisionprofile",
        // scripts that are not JavaScript
        "sh", "bash", "zsh", "py", "rb", "lua", "php", "pl", "ts", "tsx", "jsx", "podspec", "gradle",
    ]
}
