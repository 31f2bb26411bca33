import MerlonCore

/// What package managers wrote down about the versions that they chose.
enum DependencyLock {
    /// `Podfile.lock`: under `PODS:` one line a pod, `  - Alamofire (5.4.3):`; subspecs count as their pod.
    static func podfile(_ content: [UInt8], path: String) -> [Component] {
        var found: Set<Component> = []
        var isInPods = false
        for line in String(decoding: content, as: UTF8.self).split(whereSeparator: \.isNewline) {
            if !line.hasPrefix(" ") {
                isInPods = line.hasPrefix("PODS:")
                continue
            }
            // Deeper lines are what a pod depends on.
            guard isInPods, line.hasPrefix("  - ") else { continue }
            let text = line.dropFirst(4).filter { $0 != "\"" }
            guard let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") else { continue }
            let name = text[..<open].split(separator: "/").first.map(\.trimmed) ?? ""
            let version = text[text.index(after: open)..<close]
            guard !name.isEmpty, version.first?.isNumber == true else { continue }
            found.insert(Component(name: String(name), version: String(version), path: path))
        }
        return Array(found)
    }

    /// `Package.resolved` of versions 1 to 3.
    static func swiftPackages(_ content: [UInt8], path: String) -> [Component] {
        guard let root = try? JSONValue(parsing: content), let pins = (root["pins"] ?? root["object"]?["pins"])?.array else { return [] }
        return pins.compactMap { pin in
            guard let name = pin["identity"]?.string ?? pin["package"]?.string else { return nil }
            let state = pin["state"]
            let version = state?["version"]?.string ?? state?["branch"]?.string ?? state?["revision"]?.string
            return Component(name: name, version: version, path: path)
        }
    }

    /// `Cartfile.resolved`: `github "Alamofire/Alamofire" "5.4.3"`.
    static func cartfile(_ content: [UInt8], path: String) -> [Component] {
        String(decoding: content, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
            let quoted = line.split(separator: "\"", omittingEmptySubsequences: false)
            guard quoted.count >= 5 else { return nil }
            let name = BundlePath.name(quoted[1])
            return Component(name: name.hasSuffix(".git") ? String(name.dropLast(4)) : name, version: String(quoted[3]), path: path)
        }
    }
}
