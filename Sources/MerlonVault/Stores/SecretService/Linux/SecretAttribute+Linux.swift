#if os(Linux)
    /// Text as the Secret Service's attributes and labels carry it.
    ///
    /// KeePassXC takes `{REF:…}` for a reference to another entry, refuses such an item and leaves an empty entry behind: no opening brace reaches a
    /// service. Two texts never meet.
    enum SecretAttribute {
        private static let escapes: [(character: Character, escape: String)] = [("%", "%25"), ("{", "%7B")]

        /// The value of an attribute that stands for the text.
        static func value(_ text: String) -> String {
            text.unicodeScalars.reduce(into: "") { value, scalar in
                if let escape = escapes.first(where: { $0.character == Character(scalar) })?.escape {
                    value += escape
                } else {
                    value.unicodeScalars.append(scalar)
                }
            }
        }

        /// The text that an attribute's value stands for; `nil` for what ``value(_:)`` never makes.
        static func text(_ value: String) -> String? {
            guard !value.unicodeScalars.contains("{") else { return nil }
            var text = String.UnicodeScalarView()
            var rest = Substring(value).unicodeScalars
            while let scalar = rest.first {
                if scalar == "%" {
                    guard let known = escapes.first(where: { rest.starts(with: $0.escape.unicodeScalars) }) else { return nil }
                    text.append(contentsOf: known.character.unicodeScalars)
                    rest.removeFirst(known.escape.unicodeScalars.count)
                } else {
                    text.append(rest.removeFirst())
                }
            }
            return String(text)
        }

        /// A label, which only people read.
        static func label(_ text: String) -> String {
            text.unicodeScalars.reduce(into: "") { $0.unicodeScalars.append($1 == "{" ? "(" : $1 == "}" ? ")" : $1) }
        }
    }
#endif
