/// Lines of logs with a known secret in each, made from what servers, apps and tools print.
struct SecretCorpus {
    struct Line {
        let text: String
        let secret: String
        let kind: String
    }

    private var random = SeededGenerator(seed: 20_261_130)
    private static let lower = "abcdefghijklmnopqrstuvwxyz"
    private static let alphanumeric = lower + lower.uppercased() + "0123456789"
    private static let base64URL = alphanumeric + "-_"
    private static let symbols = "!#$%^*+-_=?~|/\\.,:@[]{}()<>&;"

    mutating func lines(_ count: Int) -> [Line] { (0..<count).map { _ in line() } }

    private mutating func line() -> Line {
        let (kind, secret, templates) = secret()
        let text = random.pick(templates).replacing("%", with: secret, maxReplacements: 1)
        let frame = random.pick([
            "", "2026-11-30T10:11:12.345Z INFO [http-nio-8080-exec-3] c.e.Bank - ", "Nov 30 10:11:12 host app[4711]: ",
            "10.1.2.3 - - [30/Nov/2026:10:11:12 +0000] ", "E/Network(1234): ", "<13>1 2026-11-30T10:11:12Z h a 1 ID47 - ",
        ])
        let tail = random.pick(["", ".", " (took 12 ms)", ", retrying", "; next"])
        return Line(text: frame + text + tail, secret: secret, kind: kind)
    }

    private mutating func secret() -> (kind: String, secret: String, templates: [String]) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: ("web token", webToken(), ["token %", "got id_token=%", "\"access_token\":\"%\"", "Authorization: Bearer %", "jwt is (%)"])
        case 1: ("password", password(), ["\"password\":\"%\" ok", "pass='%' ok", "{\"dbPassword\" : \"%\"}"])
        case 2:
            (
                "plain password", random.text(Self.alphanumeric + "!#$%*+-_=?", Int.random(in: 4...24, using: &random)),
                [
                    "password=% user=a", "login with password: % failed", "PWD=%", "PGPASSWORD=% psql", "--password=% --user a",
                    "?user=a&pwd=%&x=1",
                ]
            )
        case 3:
            (
                "URL password", random.text(Self.alphanumeric + "!$*+-_=.~", Int.random(in: 3...30, using: &random)),
                ["postgres://app:%@db:5432/main", "GET https://ana:%@bank.example/x?y=1", "redis://:%@cache:6379", "amqp://u:%@h"]
            )
        case 4: ("card", card(), ["card %", "pan=%", "charged % for 12.00 EUR", "\"number\":\"%\"", "(%)"])
        case 5: ("IBAN", iban(), ["iban %", "to account % done", "\"iban\":\"%\"", "IBAN:%"])
        case 6: ("e-mail", email(), ["user % signed in", "to=<%>", "\"email\":\"%\"", "mailto:%", "for %: ok", "owner=%"])
        case 7: ("phone", phone(), ["sms to %", "phone=%", "call % failed", "\"mobile\":\"%\"", "tel:%"])
        case 8: ("API key", apiKey(), ["using %", "key=%", "X-Key: %", "\"k\":\"%\"", "https://h.example/?k=%"])
        case 9:
            ("basic", random.text(Self.alphanumeric, 27) + "=", ["Authorization: Basic %", "-H 'authorization: Basic %'", "sent Basic %"])
        case 10: ("cookie", "sid=" + random.text(Self.alphanumeric, 32), ["Cookie: %", "set-cookie: %", "-H \"Cookie: %\""])
        default: ("private key", random.text(Self.alphanumeric + "+/", 64), ["-----BEGIN PRIVATE KEY-----\\n%\\n-----END PRIVATE KEY-----"])
        }
    }

    private mutating func webToken() -> String {
        "eyJhbGciOiJSUzI1NiIs" + random.text(Self.base64URL, Int.random(in: 4...40, using: &random)) + ".eyJ"
            + random.text(Self.base64URL, Int.random(in: 20...400, using: &random)) + "." + random.text(Self.base64URL, 86)
    }

    private mutating func password() -> String {
        random.text(Self.alphanumeric + Self.symbols.replacing("\\", with: "") + " ", Int.random(in: 4...40, using: &random))
            .replacing("%", with: "#").replacing("  ", with: "a ") + "z"
    }

    private mutating func card() -> String {
        let (prefix, length) = random.pick([
            ("4", 16), ("51", 16), ("55", 16), ("2223", 16), ("34", 15), ("37", 15), ("6011", 16), ("3530", 16), ("36", 14),
        ])
        var digits = prefix + random.text("0123456789", length - prefix.count - 1)
        let sum = digits.reversed().enumerated().reduce(0) { sum, item in
            let digit = item.element.wholeNumberValue ?? 0
            return sum + (item.offset % 2 == 0 ? digit * 2 / 10 + digit * 2 % 10 : digit)
        }
        digits += String((10 - sum % 10) % 10)
        guard Bool.random(using: &random) else { return digits }
        let sizes = length == 16 ? [4, 4, 4, 4] : length == 15 ? [4, 6, 5] : [4, 6, 4]
        var rest = Substring(digits)
        let groups = sizes.map { size in
            defer { rest = rest.dropFirst(size) }
            return String(rest.prefix(size))
        }
        return groups.joined(separator: random.pick([" ", "-"]))
    }

    private mutating func iban() -> String {
        let (country, length) = random.pick([("DE", 22), ("FR", 27), ("NL", 18), ("GB", 22), ("ES", 24), ("CH", 21), ("NO", 15)])
        let letters = country == "NL" || country == "GB" ? random.text("ABCDEFGHKLMNPRST", 4) : ""
        let account = letters + random.text("0123456789", length - 4 - letters.count)
        let remainder = (account + country + "00").reduce(0) { value, character in
            let number = Int(String(character), radix: 36) ?? 0
            return (value * (number < 10 ? 10 : 100) + number) % 97
        }
        let check = 98 - remainder
        let whole = country + (check < 10 ? "0" : "") + String(check) + account
        guard Bool.random(using: &random) else { return whole }
        return stride(from: 0, to: whole.count, by: 4).map { String(whole.dropFirst($0).prefix(4)) }.joined(separator: " ")
    }

    private mutating func email() -> String {
        random.text(Self.lower, Int.random(in: 1...12, using: &random)) + random.pick(["", ".x", "+tag", "_1", "-b"]) + "@"
            + random.text(Self.lower, Int.random(in: 2...10, using: &random))
            + random.pick([".de", ".com", ".co.uk", ".example", ".mail.org"])
    }

    private mutating func phone() -> String {
        let digits = random.text("23456789", 9)
        return random.pick([
            "+49 30 \(digits.prefix(7))", "+49\(digits)", "+1-212-\(digits.prefix(3))-\(digits.suffix(4))",
            "(212) \(digits.prefix(3))-\(digits.suffix(4))",
            "212-\(digits.prefix(3))-\(digits.suffix(4))", "+44 (0)20 \(digits.prefix(4)) \(digits.suffix(4))", "+33 6 12 34 56 78",
        ])
    }

    private mutating func apiKey() -> String {
        random.pick([
            "AKIA" + random.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16), "AIza" + random.text(Self.base64URL, 35),
            "ghp_" + random.text(Self.alphanumeric, 36), "sk_live_" + random.text(Self.alphanumeric, 24),
            "xoxb-" + random.text("0123456789", 12) + "-" + random.text(Self.alphanumeric, 24), "glpat-" + random.text(Self.base64URL, 20),
            "npm_" + random.text(Self.alphanumeric, 36),
        ])
    }
}
