import MerlonCore
import MerlonPinning

/// A policy as an app takes it: `NSPinnedDomains`, Merlon's JSON, Swift.
struct PinSnippets {
    let policy: PinningPolicy

    var json: String { policy.json.serialized(pretty: true) }

    /// A fragment for an Info.plist.
    var pinnedDomains: String? {
        guard let list = try? policy.pinnedDomains() else { return nil }
        let settings = PropertyList.dictionary(["NSPinnedDomains": list])
        return "<key>NSAppTransportSecurity</key>\n" + Self.xml(settings, level: 0)
    }

    var swift: String {
        var text = "import MerlonPinning\n\nlet policy = try PinningPolicy([\n"
        for set in policy.pinSets {
            text += "    PinSet(\n        \"\(set.host)\",\n"
            for (index, pin) in set.pins.enumerated() {
                text += "        \(index == 1 ? "backup: " : "")Pin(\"\(pin)\")"
                text += index == set.pins.count - 1 && !set.includesSubdomains ? "),\n" : ",\n"
            }
            if set.includesSubdomains { text += "        includingSubdomains: true),\n" }
        }
        return text + "])\n"
    }

    private static func xml(_ value: PropertyList, level: Int) -> String {
        let indent = String(repeating: "    ", count: level)
        switch value {
        case .dictionary(let members):
            let body = members.sorted { $0.key < $1.key }.map {
                "\(indent)    <key>\(escape($0.key))</key>\n" + xml($0.value, level: level + 1)
            }
            return "\(indent)<dict>\n\(body.joined())\(indent)</dict>\n"
        case .array(let elements): return "\(indent)<array>\n\(elements.map { xml($0, level: level + 1) }.joined())\(indent)</array>\n"
        case .boolean(let value): return "\(indent)<\(value)/>\n"
        case .string(let text): return "\(indent)<string>\(escape(text))</string>\n"
        // Pinned domains have nothing else.
        default: return ""
        }
    }

    private static func escape(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
