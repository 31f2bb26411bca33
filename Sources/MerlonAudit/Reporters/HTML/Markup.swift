import MerlonCore

/// A piece of HTML. Text that is not written in this module's own source only gets in escaped.
struct Markup {
    let html: String

    private init(html: String) { self.html = html }

    /// Text from anywhere. Markup is escaped; what is unsafe to show is spelt out.
    static func text(_ text: String, limit: Int = .max) -> Markup {
        Markup(html: XMLElement.escaped(VisibleText.of(text, limit: limit), keepsLines: false))
    }

    /// The pieces one after the other.
    static func list(_ pieces: [Markup]) -> Markup { Markup(html: pieces.map(\.html).joined()) }

    /// Nothing.
    static let none = Markup(html: "")

    /// An element. Attributes without a value are those with an empty one; `nil` leaves the attribute out.
    static func element(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ content: [Markup] = []) -> Markup
    {
        Markup(html: "<\(name)\(list(attributes))>\(content.map(\.html).joined())</\(name)>")
    }

    /// An element that has no end, such as `meta` and `input`.
    static func void(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>) -> Markup {
        Markup(html: "<\(name)\(list(attributes))>")
    }

    /// A style sheet or a script of this module. It must not contain its own end tag.
    static func embedded(_ name: StaticString, _ source: StaticString) -> Markup { Markup(html: "<\(name)>\(source)</\(name)>") }

    private static func list(_ attributes: KeyValuePairs<StaticString, String?>) -> String {
        attributes.map { name, value in
            guard let value else { return "" }
            return value.isEmpty ? " \(name)" : " \(name)=\"\(XMLElement.escaped(VisibleText.of(value), keepsLines: false))\""
        }.joined()
    }
}

extension Markup: ExpressibleByStringInterpolation {
    /// Text of this module's source, escaped all the same.
    init(stringLiteral value: String) { self = .text(value) }
}
