extension HTTPURL {
    /// What a reference such as a `Location` header means, seen from this URL (RFC 3986, 5.2).
    ///
    /// Throws as ``init(_:)`` does, also for a reference with another scheme than `https` and `http`.
    public func resolving(_ reference: String) throws(PinningError) -> HTTPURL {
        guard reference.utf8.count <= Self.maximumByteCount else { throw Self.invalid("it is longer than \(Self.maximumByteCount) bytes") }
        if reference.hasPrefix("//") { return try HTTPURL("\(scheme.rawValue):\(reference)") }
        let head = reference.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if head.contains(":") { return try HTTPURL(reference) }
        let path = target.prefix { $0 != "?" }
        let combined: String
        if reference.hasPrefix("/") {
            combined = reference
        } else if reference.isEmpty || reference.hasPrefix("#") {
            combined = target
        } else if reference.hasPrefix("?") {
            combined = path + reference
        } else {
            // The reference takes the place of everything after the last slash.
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
            combined = folder + reference
        }
        return try HTTPURL(scheme: scheme, host: host, port: port, target: Self.withoutDotSegments(combined))
    }

    private static func withoutDotSegments(_ target: String) -> String {
        let path = target.prefix { $0 != "?" && $0 != "#" }
        let rest = target[path.endIndex...]
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment.lowercased() {
            case ".", "%2e": if isLast { kept.append("") }
            case "..", ".%2e", "%2e.", "%2e%2e":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/") + rest
    }
}
