/// Text fields in interface files: compiled nibs, and the XML that they are made of.
enum TextFieldNib {
    /// Fields whose text says that they take a password or a code and that are not secure.
    static func unmasked(in file: BundleFile) -> [Evidence] {
        guard let content = file.content else { return [] }
        switch file.pathExtension {
        case "nib": return compiled(content, in: file)
        case "xib", "storyboard": return source(content, in: file)
        default: return []
        }
    }

    /// A compiled nib has no structure that is documented; its names and texts stand in it as they are.
    private static func compiled(_ content: [UInt8], in file: BundleFile) -> [Evidence] {
        guard content.contains(Array("UITextField".utf8)), !content.contains(Array("UISecureTextEntry".utf8)) else { return [] }
        guard let word = words.first(where: { content.contains(Array($0.utf8)) || content.contains(Array($0.capitalizedFirst.utf8)) })
        else {
            return []
        }
        return [Evidence(file: file.path, detail: "a text field beside \"\(word)\", and no secure one")]
    }

    private static func source(_ content: [UInt8], in file: BundleFile) -> [Evidence] {
        let lines = String(decoding: content, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        var found: [Evidence] = []
        var open: (line: Int, word: String)?
        for (number, line) in lines.enumerated() {
            if line.contains("<textField ") {
                let lowered = line.lowercased()
                open = words.first { lowered.contains($0) }.map { (number + 1, $0) }
            }
            if line.contains("secureTextEntry=\"YES\"") { open = nil }
            if line.contains("</textField>") || (line.contains("<textField ") && line.contains("/>")), let field = open {
                found.append(Evidence(file: file.path, line: field.line, detail: "a text field for \"\(field.word)\" is not secure"))
                open = nil
            }
        }
        return found
    }

    private static let words = ["password", "passcode", "passphrase", "passwort", "mot de passe", "contraseña", "cvv", "one-time code"]
}

extension String {
    /// With its first character in upper case.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
