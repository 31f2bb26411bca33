import MerlonCore

/// An element of an XML 1.0 document. Whatever characters its text has, what is written is well-formed.
struct XMLElement {
    let name: String
    let attributes: [(name: String, value: String)]
    let children: [XMLElement]
    let content: String

    init(_ name: String, _ attributes: [(name: String, value: String)], _ children: [XMLElement] = [], content: String = "") {
        self.name = name
        self.attributes = attributes
        self.children = children
        self.content = content
    }

    /// The element on lines of its own, two blanks a level.
    func text(level: Int = 0) -> String {
        let indent = String(repeating: "  ", count: level)
        let list = attributes.map { " \($0.name)=\"\(Self.escaped($0.value, keepsLines: false))\"" }.joined()
        if !content.isEmpty { return "\(indent)<\(name)\(list)>\(Self.escaped(content, keepsLines: true))</\(name)>" }
        if children.isEmpty { return "\(indent)<\(name)\(list)/>" }
        let inner = children.map { $0.text(level: level + 1) + "\n" }.joined()
        return "\(indent)<\(name)\(list)>\n\(inner)\(indent)</\(name)>"
    }

    /// Markup is escaped; characters that XML 1.0 has no way to write, and those that are unsafe to show, are spelt out.
    static func escaped(_ text: String, keepsLines: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n" where keepsLines: escaped += "\n"
            case _ where scalar.isUnsafeToShow: escaped += VisibleText.of(String(scalar))
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
