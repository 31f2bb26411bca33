/// What the name of a field says about its value.
enum SensitiveName {
    enum Meaning {
        /// A password, key or code: its value is masked whatever it looks like.
        case secret
        /// A token: masked unless it reads like a word of a sentence.
        case token
        /// `Authorization`: the credentials behind the scheme.
        case authorization
        /// `Cookie`, `Set-Cookie`: all of it.
        case cookie
        /// A telephone number.
        case phone
    }

    /// The meaning of a name such as `db_password`, `client-secret`, `accessToken`.
    static func meaning(of name: some Sequence<UInt8>) -> Meaning? {
        // The name's segments, in lower case: parts between `_`, `-`, `.` and before capitals.
        var letters: [UInt8] = []
        var starts: Set<Int> = [0]
        var wasLower = false
        for byte in name {
            let isUpper = (0x41...0x5A).contains(byte)
            switch byte {
            case 0x30...0x39, 0x61...0x7A, 0x41...0x5A:
                if isUpper, wasLower { starts.insert(letters.count) }
                letters.append(isUpper ? byte | 0x20 : byte)
                wasLower = !isUpper
            default:
                starts.insert(letters.count)
                wasLower = false
            }
        }
        while let last = letters.last, (0x30...0x39).contains(last) { letters.removeLast() }
        for (ending, meaning) in endings[Int(letters.last ?? 0)] where letters.count >= ending.count {
            let start = letters.count - ending.count
            if letters[start...].elementsEqual(ending), ending.count >= 6 || starts.contains(start) { return meaning }
        }
        return nil
    }

    /// Whether a name can end with this letter.
    static func canEnd(with byte: UInt8) -> Bool { !endings[Int(byte | 0x20)].isEmpty }

    private static let meanings: [(meaning: Meaning, words: String)] = [
        (
            .secret,
            "password passwd passphrase passcode passwort pwd pass pw secret clientsecret apikey privatekey secretkey accesskey encryptionkey "
                + "signingkey accountkey sharedaccesskey masterkey credential credentials cvv cvc pin otp ssn"
        ),
        (.token, "token jwt bearer sessionid sessid csrf xsrf sas"),
        (.authorization, "authorization"),
        (.cookie, "cookie"),
        (.phone, "phone phonenumber telephone mobile msisdn tel fax"),
    ]

    /// How names end. Those under six letters must be a segment of their own: `bypass` is no password.
    static let words: [Substring] = meanings.flatMap { $0.words.split(separator: " ") }

    /// The same, by last byte.
    private static let endings: [[(ending: [UInt8], meaning: Meaning)]] = {
        var table: [[(ending: [UInt8], meaning: Meaning)]] = Array(repeating: [], count: 256)
        for (meaning, words) in meanings {
            for word in words.split(separator: " ") { table[Int(word.utf8.last ?? 0)].append((Array(word.utf8), meaning)) }
        }
        return table
    }()
}
