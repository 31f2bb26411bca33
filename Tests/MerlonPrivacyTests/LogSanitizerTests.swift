import MerlonPrivacy
import Testing

/// Lines with what must be masked between `⟦` and `⟧`.
@Suite struct LogSanitizerTests {
    private static let key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"

    @Test(arguments: ["s://b@c.example=pmeklnea@x", "https://ana@mail.example:pw@h.example/x", "https://a:b@c.example?token=a@b.example"])
    func maskingTwiceMasksNoMore(_ line: String) {
        let once = LogSanitizer().sanitized(line)
        #expect(once != line && LogSanitizer().sanitized(once) == once, "\(once)")
    }

    @Test(arguments: [
        // Web tokens
        "got ⟦eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U⟧, ok",
        "cut ⟦eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0⟧",
        "jwe ⟦eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6ji.XFBoMYUZodetZdvTiFvSkQ⟧.",
        // Known tokens
        "key ⟦AKIAIOSFODNN7EXAMPLE⟧ used", "push with ⟦ghp_abcdefghijklmnopqrstuvwxyz0123456789⟧",
        "curl -H 'X-A: Bearer ⟦mF_9.B5f-4.1JqMlong+/==⟧' x", "slack ⟦xoxb-123456789012-abcdefghijklm⟧",
        // Names
        "login password=⟦hunter2⟧ from 10.0.0.1", "user=ana&pwd=⟦p%40ss,w;rd⟧&next=/", "{\"client_secret\":\"⟦a b, c⟧\",\"id\":1}",
        "msg=\"{\\\"accessToken\\\":\\\"⟦x.y z⟧\\\"}\"", "db.password: ⟦s3cr3t!⟧", "PASSWORD = '⟦it is; long⟧' ok", "pin: ⟦4711⟧",
        "refresh_token=⟦tGzv3JOkF0XG5Qx2TlKWIA⟧", "apiKey => \"⟦zzz⟧\"", "password=\"⟦never closed", "{passphrase: ⟦abc⟧}",
        "secret=⟦a,b&c⟧ rest", "Authorization: Basic ⟦dXNlcjpwYXNz⟧", "authorization: Digest ⟦username=\"a\", response=\"b\", uri=\"/\"⟧",
        "Proxy-Authorization: Bearer ⟦abc⟧ 200", "\"Authorization\": \"Bearer ⟦abc def⟧\", \"x\": 1",
        "Cookie: ⟦sid=31d4d96e407aad42; theme=dark⟧", "curl -H 'Set-Cookie: ⟦a=b; Secure⟧' https://x.example",
        "phone=⟦030 1234567⟧"
            .replacing(" 1234567⟧", with: "1234567⟧"),
        // URLs
        "connect postgres://app:⟦p@ss:w/rd⟧@db.internal:5432/main",
        "git clone https://⟦0123456789abcdef0123456789abcdef01234567⟧@git.example/x",
        // The secret is the user's name there, and the password says nothing.
        "https://⟦ghp_16C7e42F292c6912E7710c838347Ae178B4a:x-oauth-basic⟧@git.example/x", "https://⟦ana@mail.example:pw⟧@h.example/x",
        "GET https://h.example/cb?code=1&access_token=⟦abc⟧&state=2",
        // Cards
        "paid with ⟦4111111111111111⟧.", "card ⟦5500-0055-5555-5559⟧ exp 12/27", "amex ⟦3782 822463 10005⟧", "visa ⟦4222222222222⟧",
        "19: ⟦4000 0000 0000 0000 006⟧",
        // Accounts
        "to ⟦DE89370400440532013000⟧", "iban: ⟦GB82 WEST 1234 5698 7654 32⟧, thanks", "from ⟦NO9386011117947⟧",
        // People
        "mail to <⟦ada.lovelace+bank@mail.example.co.uk⟧>", "user=⟦jörg@example.de⟧ ok", "call ⟦+49 30 1234567⟧ now",
        "tel (⟦+1-212-555-0100⟧)",
        "ring ⟦(212) 555-0100⟧", "sms 2⟦⟧".replacing("2⟦⟧", with: "⟦212-555-0100⟧"),
        // Keys
        "-----x ⟦-----BEGIN PRIVATE KEY-----\\n\(key)\\n-----END PRIVATE KEY-----⟧\\n\"",
    ])
    func masks(_ marked: String) {
        let line = marked.replacing("⟦", with: "").replacing("⟧", with: "")
        var wanted = ""
        var inside = false
        for character in marked {
            switch character {
            case "⟦": (inside, wanted) = (true, wanted + LogSanitizer.mask)
            case "⟧": inside = false
            default: if !inside { wanted.append(character) }
            }
        }
        #expect(LogSanitizer().sanitized(line) == wanted)
        #expect(LogSanitizer().sanitized(wanted) == wanted)
    }

    @Test(arguments: [
        "", "plain", "2026-11-30T10:11:12.123456+02:00 host sshd[4711]: Failed password for root from 192.168.0.1 port 22 ssh2",
        "getty@tty1.service: Deactivated", "user@1000.service", "fetch git@github.example:org/repo.git", "icon@2x.png", "a@b", "@",
        "epoch 1700000000000 ns 1700000000000000000", "id 4111111111111112", "0.4111111111111111", "v4111111111111111",
        "123-45-6789", "10.0.0.1 - - 200 1234", "offset +0200 +1234567 bytes", "uuid 550e8400-e29b-41d4-a716-446655440000",
        "error: unexpected token: end of file", "std::token::x", "https://h.example:8080/a@b.c/d", "monkey=1 keyboard: us", "bypass=1",
        "password:", "password: null", "token=", "requiresPassword: true", "DE00370400440532013000", "DE8937040044053201300",
        "eyJ", "eyJabc.def", "AKIASHORT", "Basic authentication scheme is off", "-----BEGIN CERTIFICATE-----", "1 2 3 4 5 6 7 8 9 10 11 12",
        "://", "a://", "http://@", "x:y@z", "212 555 0100 are three columns", "sha256:4111111111111111aa",
    ])
    func leaves(_ line: String) { #expect(LogSanitizer().sanitized(line) == line) }

    @Test func keyOverManyLinesAndWhatFollowsIt() {
        let log =
            "start\nkey: -----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n\(Self.key)\n\(Self.key)==\n-----END RSA PRIVATE KEY-----\nnext\n"
        #expect(LogSanitizer().sanitized(log).hasSuffix("\(LogSanitizer.mask)\nnext\n"))
        #expect(!LogSanitizer().sanitized(log).contains("MII"))
        let unclosed = "-----BEGIN PRIVATE KEY-----\n\(Self.key)\n10:11 an ordinary line follows\n"
        #expect(LogSanitizer().sanitized(unclosed).hasSuffix("\n10:11 an ordinary line follows\n"))
    }

    @Test func kindsCanBeChosen() {
        let line = "password=x a@b.example 4111111111111111"
        #expect(LogSanitizer(kinds: .emailAddresses).sanitized(line) == "password=x \(LogSanitizer.mask) 4111111111111111")
        #expect(LogSanitizer(kinds: []).sanitized(line) == line)
    }

    @Test func metadataIsJudgedByName() {
        let clean = LogSanitizer().sanitized(["dbPassword": "it is long", "note": "mail a@b.example", "count": "3", "token": ""])
        #expect(clean == ["dbPassword": LogSanitizer.mask, "note": "mail \(LogSanitizer.mask)", "count": "3", "token": ""])
    }
}
