import MerlonCore

/// Tells preferences that look like secrets by their names, and by values that have the form of one.
enum SuspiciousPreference {
    private static let words: Set<String> = [
        "token", "tokens", "jwt", "bearer", "password", "passwd", "passphrase", "passcode", "pin", "secret", "secrets", "credential",
        "credentials", "apikey", "privatekey", "otp", "cvv", "iban", "ssn",
    ]
    private static let pairs: Set<String> = ["api key", "private key", "access key", "secret key", "session id", "card number"]

    /// The names of suspicious preferences of a property list, at any depth, sorted.
    static func names(in bytes: [UInt8]) -> [String] {
        guard let list = try? PropertyListReader.read(bytes) else { return [] }
        var found: Set<String> = []
        collect(list, "", &found)
        return found.sorted()
    }

    private static func collect(_ list: PropertyList, _ name: String, _ found: inout Set<String>) {
        switch list {
        case .dictionary(let members):
            for (key, value) in members { collect(value, name.isEmpty ? key : "\(name).\(key)", &found) }
        case .array(let elements): for element in elements { collect(element, name, &found) }
        case .string(let text):
            let soundsSecret = isSecretName(name)
            if soundsSecret && !text.isEmpty || isSecretValue(text) { found.insert(name) }
        case .data(let bytes): if isSecretName(name), !bytes.isEmpty { found.insert(name) }
        case .integer, .real: if isSecretName(name) { found.insert(name) }
        case .boolean, .date: break
        }
    }

    /// Words apart: "pinnedItems" is no PIN, "userPIN" and "user_pin" are.
    static func isSecretName(_ name: String) -> Bool {
        let words = words(of: name)
        if words.contains(where: Self.words.contains) { return true }
        return zip(words, words.dropFirst()).contains { Self.pairs.contains("\($0) \($1)") }
    }

    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var previous: Character = " "
        for character in name {
            let startsWord = character.isUppercase && !previous.isUppercase
            if !character.isLetter || startsWord {
                if !word.isEmpty { words.append(word.lowercased()) }
                word = ""
            }
            if character.isLetter { word.append(character) }
            previous = character
        }
        return word.isEmpty ? words : words + [word.lowercased()]
    }

    /// A JSON web token, or a private key in PEM.
    private static func isSecretValue(_ text: String) -> Bool {
        if text.hasPrefix("eyJ"), text.split(separator: ".", omittingEmptySubsequences: false).count == 3, text.utf8.count > 40 {
            return true
        }
        return text.contains("PRIVATE KEY-----")
    }
}
