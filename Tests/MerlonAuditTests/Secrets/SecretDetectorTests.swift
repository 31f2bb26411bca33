@testable import MerlonAudit
import Testing

/// Secrets that must be found, and what only looks like one. Tokens are put together from parts so that no scanner takes this file for a leak.
@Suite struct SecretDetectorTests {
    private static let key40 = "w8Kq2ZbT5mXr9LvN3cYd7FhJ1sPg4Ae6Ru0M"

    private static let secrets: [(name: String, text: String)] = [
        ("AWS access key id", "AKIA" + "QY7LT3ZK5WXNB2RD"),
        ("Google API key", "AIza" + "SyD-9tNw8Kq2ZbT5mXr9LvN3cYd7FhJ1sP4"),
        ("Google OAuth client secret", "GOCSPX-" + "q7ZbT5mXr9LvN3cYd7FhJ1sPg4Ae"),
        ("Firebase Cloud Messaging server key", "AAAA1x2y3z4" + ":APA91b" + String((key40 + key40 + key40 + key40).prefix(134))),
        ("Stripe secret key", "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"),
        ("Stripe restricted key", "rk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"),
        ("Stripe secret key for tests", "sk_test_" + "4eC39HqLyjWDarjtT1zdp7dc"),
        ("Slack token", "xoxb-" + "2849201736-5829301746201-q7ZbT5mXr9LvN3cYd7FhJ1sP"),
        ("Slack webhook", "https://hooks.slack.com/services/" + "T02AB7CDE/B05FG8HIJ/q7ZbT5mXr9LvN3cYd7FhJ1sP"),
        ("GitHub token", "ghp_" + key40), ("GitHub token", "gho_" + key40),
        ("GitHub token", "github_pat_" + "11AQCFEGB0q7ZbT5mXr9Lv" + "_" + String((key40 + key40).prefix(59))),
        ("GitLab token", "glpat-" + "q7ZbT5mXr9LvN3cYd7Fh"), ("npm token", "npm_" + key40),
        ("Twilio API key", "SK" + "3f9b27c4e81d60a5b2c7e94f1a8d3b60"), ("Mailgun API key", "key-" + "3f9b27c4e81d60a5b2c7e94f1a8d3b60"),
        ("SendGrid API key", "SG." + "q7ZbT5mXr9LvN3cYd7FhJ1" + "." + String((key40 + key40).prefix(43))),
        ("Azure storage account key", "AccountName=a;AccountKey=" + String((key40 + key40 + key40).prefix(86)) + "=="),
        ("Shopify access token", "shpat_" + "3f9b27c4e81d60a5b2c7e94f1a8d3b60"),
        ("JSON web token", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9" + ".eyJzdWIiOiI0MiJ9." + "q7ZbT5mXr9LvN3cYd7FhJ1sPg4Ae6Ru0Mq7ZbT5mXr9"),
        ("password in a URL", "postgres://admin:" + "t7Kq2ZbT5m" + "@db.internal/app"),
        ("value of \"api_key\"", "MAS_API_KEY=8767086b9f6f976g-a8df76"),
        ("value of \"secret\"", "\"client_secret\": \"q7ZbT5mXr9LvN3cYd7FhJ1\""),
        ("private key in PEM", "-----BEGIN RSA PRIVATE KEY-----\n" + key40 + "\n" + key40 + "\n" + "-----END RSA PRIVATE KEY-----"),
        (
            "private key in Base64",
            "MIICWwIBAAKBgQC99omPvQzmT5qX7DAaSJNNKr/f9wgVTNuH5d+xz42iXip9kqi9MLkQz5baECXUZ6+SJvpDt4aDomjUelbOQUHtwBAMiaVOX8RZzFUJH6Ef"
                + String(repeating: "H7eXHVMbczhMPugoyoSdTyGraayX", count: 26)
        ),
    ]

    @Test(arguments: secrets.indices) func findsSecretAndMasksIt(_ index: Int) throws {
        let (name, text) = Self.secrets[index]
        let padded = Array("… \(text) …".utf8)
        let match = try #require(SecretDetector.shared.matches(in: padded).first, "\(name)")
        #expect(match.name == name)
        #expect(match.masked.contains("(\(match.range.count) characters)"))
        #expect(match.masked.prefix { $0 != "…" }.utf8.count <= 4)
        // At either end of the bytes too.
        #expect(SecretDetector.shared.matches(in: Array(text.utf8)).first?.name == name)
    }

    @Test(
        arguments: [
            "AKIAIOSFODNN7EXAMPLE", "AKIAQY7LT3ZK5WXNB2R", "AKIAQY7LT3ZK5WXNB2RDX", "xAKIAQY7LT3ZK5WXNB2RD", "akiaqy7lt3zk5wxnb2rd",
            "AIzaSyYOUR_API_KEY_XXXXXXXXXXXXXXXXXXXX", "sk_live_", "sk_live_xxxxxxxxxxxxxxxxxxxxxxxx",
            "ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "SKTexture", "SKProductsRequestDelegate", "SG.1.2", "key-value-observing", "xoxb-your-token-goes-here-please",
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI0MiJ9.", "-----BEGIN RSA PRIVATE KEY-----", "-----BEGIN PUBLIC KEY-----",
            "-----BEGIN RSA PRIVATE KEY-----%s-----END RSA PRIVATE KEY-----", "MIIB", "https://example.com:8080/path",
            "http://user:password@example.com",
            "https://%@:%@@host.example", "secret=%@", "secret=$(SECRET_FROM_ENVIRONMENT_1234)",
            "Password: at least 8 characters and 1 digit",
            "password=passwordpassword", "api_key=YOUR_API_KEY_0123456789", "secretary:q7ZbT5mXr9LvN3cYd7FhJ1",
            "secret: kSecAttrTokenIDSecureEnclave2048",
            "\"AWS::IAM::AccessKey\": \"62d91b17309e76c8\"", "private_key: ed25519.Ed25519PrivateKey",
            "access_token=access_token_v2_parameter", "tokenizer.model.max.length.2048", "encryption_key=0123456789abcdef0123456789abcdef",
            "AccountKey=;EndpointSuffix=core.windows.net", "the quick brown fox jumps over the lazy dog", "",
        ]) func isSilentOn(_ text: String)
    {
        #expect(SecretDetector.shared.matches(in: Array(text.utf8)) == [])
    }

    @Test func cutAtEveryByteNeverReadsPastTheEnd() {
        for (_, text) in Self.secrets {
            let bytes = Array(text.utf8)
            for end in 0...bytes.count { _ = SecretDetector.shared.matches(in: Array(bytes[..<end])) }
        }
    }

    @Test func bytesOfAllValuesAreNoSecret() {
        var state: UInt64 = 42
        let noise = (0..<1 << 20).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        #expect(SecretDetector.shared.matches(in: noise) == [])
    }

    @Test func matchesAreBounded() {
        let many = Array(String(repeating: "ghp_\(Self.key40) ", count: SecretDetector.limit + 50).utf8)
        #expect(SecretDetector.shared.matches(in: many).count == SecretDetector.limit)
    }

    @Test func severalSecretsInOneTextAreAllFound() {
        let text = "a: ghp_\(Self.key40)\nb: sk_live_4eC39HqLyjWDarjtT1zdp7dc\n"
        #expect(SecretDetector.shared.matches(in: Array(text.utf8)).map(\.name) == ["GitHub token", "Stripe secret key"])
    }
}
