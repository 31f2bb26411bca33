/// Words in names and texts that speak of something to keep secret.
enum SensitiveWords {
    /// The first such word in `text`, as `token` in `authTokenV2`; `nil` if there is none.
    ///
    /// Words are cut at everything but letters, and between a small and a capital letter, so `pinning` and `tokenizer` are none.
    static func first(in text: String) -> String? {
        let parts = words(of: text)
        for (index, word) in parts.enumerated() {
            if single.contains(word) { return word }
            if index + 1 < parts.count, pairs.contains("\(word) \(parts[index + 1])") { return "\(word) \(parts[index + 1])" }
        }
        return nil
    }

    private static let single: Set<String> = [
        "password", "passwords", "passwd", "passphrase", "passcode", "pwd", "pincode", "secret", "secrets", "token", "tokens", "credential",
        "credentials", "apikey", "jwt", "otp", "ssn", "cvv", "cvc", "iban", "username", "cardnumber", "accesstoken", "authtoken",
        "refreshtoken", "privatekey", "secretkey", "encryptionkey", "mnemonic",
    ]
    private static let pairs: Set<String> = [
        "api key", "private key", "secret key", "encryption key", "access key", "credit card", "card number", "session id", "seed phrase",
        "user name", "pin code",
    ]

    /// Lower-case words. Texts over 4,096 bytes are cut there.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var lastWasSmall = false
        for byte in text.utf8.prefix(4096) {
            let isCapital = byte >= 0x41 && byte <= 0x5A
            let isSmall = byte >= 0x61 && byte <= 0x7A
            if !isCapital && !isSmall || isCapital && lastWasSmall {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if isCapital || isSmall { word.unicodeScalars.append(Unicode.Scalar(byte | 0x20)) }
            lastWasSmall = isSmall
        }
        if !word.isEmpty { words.append(word) }
        return words
    }
}
