import MerlonCore

extension Artifact {
    /// The custom schemes that `Info.plist` declares, each with its key path.
    var declaredSchemes: [(scheme: String, keyPath: String)] {
        (infoPlist?["CFBundleURLTypes"]?.array ?? []).enumerated().flatMap { index, type in
            (type["CFBundleURLSchemes"]?.array ?? []).compactMap(\.string).map {
                (scheme: $0, keyPath: "CFBundleURLTypes.\(index).CFBundleURLSchemes")
            }
        }
    }

    /// Evidence for each declared scheme.
    var schemeEvidence: [Evidence] { declaredSchemes.map { plistEvidence($0.keyPath, "declares the scheme \($0.scheme)") } }

    /// Whether an entitlement associates the app with a domain for universal links.
    var claimsUniversalLinks: Bool {
        entitlementSources.contains { source in
            (source.values["com.apple.developer.associated-domains"]?.array ?? []).contains { $0.string?.hasPrefix("applinks:") == true }
        }
    }
}
