/// A kind of secret that is told by how it begins and what follows.
struct SecretFormat: Sendable {
    /// What the holder of such a secret can do.
    enum Reach: Hashable, Sendable {
        /// Act as the owner of the key or the account.
        case full
        /// Nothing on the live service, or only together with something else.
        case limited
        /// It is made to be shipped in apps; only its restrictions matter.
        case identifier
        /// It is a private cryptographic key.
        case privateKey
    }

    /// The characters that a body is made of.
    enum Alphabet: Sendable {
        case hexadecimal, upperBase32, alphanumeric, base64, base64URL

        func contains(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39: self != .upperBase32 || (0x32...0x37).contains(byte)
            case 0x61...0x66: self != .upperBase32
            case 0x67...0x7A: self != .upperBase32 && self != .hexadecimal
            case 0x41...0x5A: self != .hexadecimal
            case UInt8(ascii: "+"), UInt8(ascii: "/"): self == .base64
            case UInt8(ascii: "-"), UInt8(ascii: "_"): self == .base64URL
            default: false
            }
        }
    }

    /// What must follow the head.
    enum Body: Sendable {
        /// A run of the alphabet's characters, of a length in this range.
        case run(Alphabet, ClosedRange<Int>)
        /// Runs with these lengths, a dot between them.
        case dotted(Alphabet, [ClosedRange<Int>])
        /// Judged by a function: given the bytes and where the head starts, the range of the secret.
        case custom(@Sendable (_ bytes: SecretBytesView, _ head: Int) -> Range<Int>?)
    }

    let name: String
    /// How it begins, in its own case.
    let head: String
    /// The head is part of the secret, as in `AKIA…`, and not a label before it.
    var headBelongs = true
    let body: Body
    /// Least Shannon entropy of the body, in bits a character.
    var entropy = 3.0
    var reach = Reach.full

    /// The formats that are looked for. Sources: the issuers' documentation of their tokens.
    static let all: [SecretFormat] = cloud + payment + messaging + development + general

    private static let cloud: [SecretFormat] = [
        SecretFormat(name: "AWS access key id", head: "AKIA", body: .run(.upperBase32, 16...16), entropy: 2.8, reach: .limited),
        SecretFormat(name: "AWS temporary access key id", head: "ASIA", body: .run(.upperBase32, 16...16), entropy: 2.8, reach: .limited),
        SecretFormat(name: "Google API key", head: "AIza", body: .run(.base64URL, 35...35), reach: .identifier),
        SecretFormat(name: "Google OAuth client secret", head: "GOCSPX-", body: .run(.base64URL, 28...28)),
        SecretFormat(name: "Google OAuth access token", head: "ya29.", body: .run(.base64URL, 40...512)),
        SecretFormat(name: "Firebase Cloud Messaging server key", head: ":APA91b", body: .run(.base64URL, 130...140)),
        SecretFormat(name: "Azure storage account key", head: "AccountKey=", headBelongs: false, body: .run(.base64, 86...86), entropy: 4),
        SecretFormat(
            name: "Azure shared access key", head: "SharedAccessKey=", headBelongs: false, body: .run(.base64, 43...43), entropy: 4),
        SecretFormat(name: "DigitalOcean token", head: "dop_v1_", body: .run(.hexadecimal, 64...64)),
    ]

    private static let payment: [SecretFormat] = [
        SecretFormat(name: "Stripe secret key", head: "sk_live_", body: .run(.alphanumeric, 24...247)),
        SecretFormat(name: "Stripe restricted key", head: "rk_live_", body: .run(.alphanumeric, 24...247)),
        SecretFormat(name: "Stripe secret key for tests", head: "sk_test_", body: .run(.alphanumeric, 24...247), reach: .limited),
        SecretFormat(name: "Square access token", head: "sq0atp-", body: .run(.base64URL, 22...22)),
        SecretFormat(name: "Square client secret", head: "sq0csp-", body: .run(.base64URL, 43...43)),
        SecretFormat(name: "Shopify access token", head: "shpat_", body: .run(.hexadecimal, 32...32)),
    ]

    private static let messaging: [SecretFormat] =
        ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-"].map {
            SecretFormat(name: "Slack token", head: $0, body: .custom(SecretShapes.slackToken))
        } + [
            SecretFormat(name: "Slack webhook", head: "hooks.slack.com/services/T", body: .custom(SecretShapes.slackWebhook)),
            SecretFormat(name: "SendGrid API key", head: "SG.", body: .dotted(.base64URL, [22...22, 43...43])),
            SecretFormat(name: "Mailgun API key", head: "key-", body: .run(.hexadecimal, 32...32)),
            SecretFormat(name: "Twilio API key", head: "SK", body: .run(.hexadecimal, 32...32), reach: .limited),
        ]

    private static let development: [SecretFormat] =
        ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map {
            SecretFormat(name: "GitHub token", head: $0, body: .run(.alphanumeric, 36...36))
        } + [
            SecretFormat(name: "GitHub token", head: "github_pat_", body: .custom(SecretShapes.fineGrainedToken)),
            SecretFormat(name: "GitLab token", head: "glpat-", body: .run(.base64URL, 20...20)),
            SecretFormat(name: "npm token", head: "npm_", body: .run(.alphanumeric, 36...36)),
            SecretFormat(name: "PyPI token", head: "pypi-AgE", body: .run(.base64URL, 50...250)),
            SecretFormat(name: "Hugging Face token", head: "hf_", body: .run(.alphanumeric, 34...34)),
            SecretFormat(name: "OpenAI key", head: "sk-proj-", body: .run(.base64URL, 40...200)),
            SecretFormat(name: "Anthropic key", head: "sk-ant-", body: .run(.base64URL, 80...140)),
            SecretFormat(name: "Mapbox secret token", head: "sk.eyJ", body: .dotted(.base64URL, [20...200, 20...30])),
        ]

    private static let general: [SecretFormat] =
        [SecretFormat(name: "JSON web token", head: "eyJ", body: .custom(SecretShapes.webToken), reach: .limited)]
        + [SecretFormat(name: "private key in PEM", head: "-----BEGIN ", body: .custom(SecretShapes.pem), entropy: 0, reach: .privateKey)]
        + ["MII", "MIGH", "MIGT", "MHcC", "MIGk"].map {
            SecretFormat(name: "private key in Base64", head: $0, body: .custom(SecretShapes.base64Key), entropy: 0, reach: .privateKey)
        }
        + [SecretFormat(name: "password in a URL", head: "://", headBelongs: false, body: .custom(SecretShapes.urlPassword), entropy: 0)]
}
