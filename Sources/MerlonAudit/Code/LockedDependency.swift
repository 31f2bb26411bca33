import MerlonCore

/// A dependency that a lock file pins.
struct LockedDependency: Hashable {
    let name: String
    let version: String
    /// Where it stands.
    let line: Int

    /// The dependencies of a file that is a lock file of SwiftPM, CocoaPods or Carthage; `nil` for other files.
    static func all(in file: BundleFile) -> [LockedDependency]? {
        guard let content = file.content else { return nil }
        let lines = String(decoding: content, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        switch file.name {
        case "Package.resolved": return packages(lines)
        case "Podfile.lock": return pods(lines)
        case "Cartfile.resolved": return cartfile(lines)
        default: return nil
        }
    }

    /// Each pin has its `identity` or `package` before its `version`, one member a line, as SwiftPM and Xcode write it.
    private static func packages(_ lines: [String]) -> [LockedDependency] {
        var name: (text: String, line: Int)?
        var found: [LockedDependency] = []
        for (number, line) in lines.enumerated() {
            if let text = member("identity", of: line) ?? member("package", of: line) { name = (text, number + 1) }
            if let version = member("version", of: line), let pin = name {
                found.append(LockedDependency(name: pin.text.lowercased(), version: version, line: pin.line))
                name = nil
            }
        }
        return found
    }

    private static func member(_ name: String, of line: String) -> String? {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
        return parts.count >= 5 && parts[1] == name ? parts[3] : nil
    }

    /// `  - Alamofire (5.4.0):`, in the list PODS alone.
    private static func pods(_ lines: [String]) -> [LockedDependency] {
        var isInPods = false
        var found: [LockedDependency] = []
        for (number, line) in lines.enumerated() {
            if !line.hasPrefix(" "), !line.isEmpty { isInPods = line.hasPrefix("PODS:") }
            guard isInPods, line.hasPrefix("  - "), let open = line.firstIndex(of: "("), let close = line[open...].firstIndex(of: ")")
            else { continue }
            let name = line[line.index(line.startIndex, offsetBy: 4)..<open].filter { $0 != "\"" }.split(separator: " ").first ?? ""
            found.append(
                LockedDependency(
                    name: name.lowercased(), version: String(line[line.index(after: open)..<close]), line: number + 1))
        }
        return found
    }

    /// `github "Alamofire/Alamofire" "5.4.0"`.
    private static func cartfile(_ lines: [String]) -> [LockedDependency] {
        lines.enumerated().compactMap { number, line in
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
            guard parts.count >= 5, let name = parts[1].split(separator: "/").last else { return nil }
            return LockedDependency(name: name.lowercased(), version: parts[3], line: number + 1)
        }
    }
}
