import MerlonCommandLine

/// A key on a PKCS #11 token by its URI (RFC 7512): `pkcs11:token=LABEL;object=KEY?module-path=FILE`, percent-encoded.
struct TokenAddress: Hashable {
    let token: String
    let object: String
    let modulePath: String

    /// Reads a URI. Other attributes are refused rather than left unseen: each of them would narrow down which key is meant.
    init(parsing uri: String) throws(CommandLineError) {
        guard uri.hasPrefix("pkcs11:") else { throw Self.invalid(uri, "begins with 'pkcs11:'") }
        let parts = uri.dropFirst("pkcs11:".count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var values: [String: String] = [:]
        let grammar: [(separator: Character, names: [String])] = [(";", ["token", "object", "type"]), ("&", ["module-path"])]
        for (part, (separator, names)) in zip(parts, grammar) where !part.isEmpty {
            for attribute in part.split(separator: separator, omittingEmptySubsequences: false) {
                let pair = attribute.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard pair.count == 2, names.contains(String(pair[0])), let value = Self.decoded(pair[1]),
                    values.updateValue(value, forKey: String(pair[0])) == nil
                else { throw Self.invalid(uri, "has token, object and module-path, each once, and nothing else") }
            }
        }
        guard let token = values["token"], let object = values["object"], let modulePath = values["module-path"] else {
            throw Self.invalid(uri, "needs token, object and module-path")
        }
        guard values["type"] ?? "secret-key" == "secret-key" else { throw Self.invalid(uri, "is of a secret key") }
        guard modulePath.hasPrefix("/"), !token.isEmpty, !object.isEmpty else {
            throw Self.invalid(uri, "has an absolute module-path, a token and an object")
        }
        (self.token, self.object, self.modulePath) = (token, object, modulePath)
    }

    private static func invalid(_ uri: String, _ rule: String) -> CommandLineError {
        CommandLineError(
            .invalidValue, "'\(uri)' is no address of a key: it \(rule)", hint: "pkcs11:token=LABEL;object=KEY?module-path=FILE")
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
                digits.first != UInt8(ascii: "+")
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard !bytes.contains(0) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }
}
