import MerlonCore
import Testing

@testable import MerlonAuth

struct OTPURITests {
    private static let key = "JBSWY3DPEHPK3PXPJBSWY3DP"

    /// What an authenticator or a service writes, and what it means.
    struct Sample: Sendable {
        let writer: String
        let uri: String
        let name: String
        let issuer: String?
        var labelIssuer: String?
        var factor = OTPFactor.time(.standard)
        var algorithm = OTPAlgorithm.sha1
        var format = OTPFormat.sixDigits
        var rest: [String] = []

        static let all: [Sample] = [
            Sample(
                writer: "Google, the example of the Key Uri Format",
                uri: "otpauth://totp/Example:alice@google.com?secret=\(key)&issuer=Example", name: "alice@google.com", issuer: "Example"),
            Sample(
                writer: "Google, all parameters",
                uri: "otpauth://totp/ACME%20Co:john.doe@email.com?secret=\(key)&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30",
                name: "john.doe@email.com", issuer: "ACME Co"),
            Sample(
                writer: "Google, counter", uri: "otpauth://hotp/Example:bob?secret=\(key)&issuer=Example&counter=7", name: "bob",
                issuer: "Example", factor: .counter(7)),
            Sample(
                writer: "Google, escaped colon and blank",
                uri: "otpauth://totp/Big%20Corporation%3A%20alice%40bigco.com?secret=\(key)", name: "alice@bigco.com",
                issuer: "Big Corporation"),
            Sample(
                writer: "Microsoft", uri: "otpauth://totp/Contoso:adele%40contoso.com?secret=\(key.lowercased())&issuer=Microsoft",
                name: "adele@contoso.com", issuer: "Microsoft", labelIssuer: "Contoso"),
            Sample(
                writer: "Authy", uri: "otpauth://totp/Twitch?secret=\(key)&digits=7&period=10", name: "Twitch", issuer: nil,
                factor: .time(seconds(10)), format: .sevenDigits),
            Sample(
                writer: "1Password", uri: "otpauth://totp/Dropbox:wendy?secret=JBSW%20Y3DP%20EHPK%203PXP%20JBSW%20Y3DP&issuer=Dropbox",
                name: "wendy", issuer: "Dropbox"),
            Sample(
                writer: "FreeOTP",
                uri:
                    "otpauth://totp/Red%20Hat:me?secret=\(key)&algorithm=sha512&digits=8&period=60&image=https%3A%2F%2Fa.example%2Fi.png&lock=true",
                name: "me", issuer: "Red Hat", factor: .time(seconds(60)), algorithm: .sha512, format: .eightDigits,
                rest: ["image=https://a.example/i.png", "lock=true"]),
            Sample(
                writer: "KeePassXC, Steam",
                uri: "otpauth://totp/Steam:gamer?secret=\(key)&period=30&digits=5&issuer=Steam&encoder=steam", name: "gamer",
                issuer: "Steam", format: .steam),
            Sample(
                writer: "KeePassXC", uri: "otpauth://totp/Title:user?secret=\(key)&period=30&digits=6&issuer=Title&algorithm=SHA256",
                name: "user", issuer: "Title", algorithm: .sha256),
            Sample(
                writer: "Aegis, Steam", uri: "otpauth://steam/Steam%3Agamer?secret=\(key)&issuer=Steam", name: "gamer", issuer: "Steam",
                format: .steam),
            Sample(
                writer: "a form encoder", uri: "otpauth://totp/Big+Co:al+b@x.example?secret=\(key)&issuer=Big+Co", name: "al b@x.example",
                issuer: "Big Co"),
            Sample(
                writer: "a plus sign in the name", uri: "otpauth://totp/Big%20Co:al+b@x.example?secret=\(key)&issuer=Big+Co",
                name: "al+b@x.example", issuer: "Big Co"),
            Sample(
                writer: "a plus sign in both", uri: "otpauth://totp/A+B:x?secret=\(key)&issuer=A%2BB", name: "x", issuer: "A+B"),
            Sample(
                writer: "upper case everywhere", uri: "OTPAUTH://TOTP/x?SECRET=\(key)&ALGORITHM=HmacSha256&ISSUER=I&DIGITS=8", name: "x",
                issuer: "I", algorithm: .sha256, format: .eightDigits),
            Sample(
                writer: "padding", uri: "otpauth://totp/x?secret=JBSWY3DPEHPK3PXPJBSWY3DPJA======", name: "x", issuer: nil),
            Sample(
                writer: "escaped padding, twice", uri: "otpauth://totp/x?secret=\(key)%253D%3D", name: "x", issuer: nil),
            Sample(
                writer: "no escapes at all", uri: "otpauth://totp/Bücher Müller: jörg?secret=\(key)&issuer=Bücher Müller", name: "jörg",
                issuer: "Bücher Müller"),
            Sample(
                writer: "an empty issuer", uri: "otpauth://totp/A:x?secret=\(key)&issuer=", name: "x", issuer: "A"),
            Sample(
                writer: "a name with a colon", uri: "otpauth://totp/A:x:y%3Az?secret=\(key)&issuer=A", name: "x:y:z", issuer: "A"),
            Sample(
                writer: "an issuer with a colon", uri: "otpauth://totp/x?secret=\(key)&issuer=A%3AB", name: "x", issuer: "A:B"),
            Sample(
                writer: "an origin", uri: "otpauth://totp/x?secret=\(key)&t0=-9&period=31622400", name: "x", issuer: nil,
                factor: .time(seconds(31_622_400, from: -9))),
            Sample(
                writer: "the last counter", uri: "otpauth://hotp/x?secret=\(key)&counter=18446744073709551615&period=0", name: "x",
                issuer: nil, factor: .counter(.max), rest: ["period=0"]),
        ]

        private static func seconds(_ period: Int64, from origin: Int64 = 0) -> OTPTimeStep {
            (try? OTPTimeStep(period: period, origin: origin)) ?? .standard
        }
    }

    @Test(arguments: Sample.all.indices)
    func whatAuthenticatorsWrite(index: Int) throws {
        let sample = Sample.all[index]
        let account = try OTPAccount(uri: sample.uri)
        let read = [account.name, account.issuer ?? "-", account.labelIssuer ?? "-"]
        #expect(read == [sample.name, sample.issuer ?? "-", sample.labelIssuer ?? "-"], "\(sample.writer)")
        #expect(account.hotp.secret.base32Revealed().hasPrefix(Self.key))
        #expect(account.factor == sample.factor && account.hotp.algorithm == sample.algorithm && account.hotp.format == sample.format)
        #expect(account.unknownParameters.map { "\($0.name)=\($0.value)" } == sample.rest)
        let again = try OTPAccount(uri: account.uriRevealed())
        #expect(again == account && again.uriRevealed() == account.uriRevealed())
    }

    /// Names and parameters made of what separates, escapes and combines, in every place.
    @Test func anyAccountReadsBackExactly() throws {
        let pieces = ["a", ":", "%3A", "+", " ", "%", "&", "=", "?", "/", "#", "ü", "e\u{301}", ":\u{301}", "🔑", "@", "%253a", "\"", "'"]
        var random = SystemRandomNumberGenerator()
        func text() -> String {
            (0..<Int.random(in: 1...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
        for _ in 0..<3_000 {
            let algorithm = OTPAlgorithm.allCases.randomElement() ?? .sha1
            let format = [OTPFormat.sixDigits, .sevenDigits, .eightDigits, .steam].randomElement() ?? .steam
            let hotp = HOTP(secret: try OTPSecret.generate(for: algorithm), algorithm: algorithm, format: format)
            let step = try OTPTimeStep(period: Int64.random(in: 1...OTPTimeStep.maximumPeriod), origin: Int64.random(in: .min...(.max)))
            var account = try OTPAccount(
                name: "n" + text(), issuer: Bool.random() ? nil : text(), hotp: hotp,
                factor: Bool.random() ? .time(step) : .counter(UInt64.random(in: 0...(.max))))
            account.unknownParameters = (0..<Int.random(in: 0...3)).map { _ in .init(name: "x" + text(), value: text()) }
            let uri = account.uriRevealed()
            let again = try OTPAccount(uri: uri)
            guard again == account, again.name.utf8.elementsEqual(account.name.utf8) else {
                Issue.record("\(uri)")
                return
            }
        }
    }

    static let refused: [(String, AuthError.Code)] = [
        ("", .malformed), ("otpauth:", .malformed), ("otpauth://", .unsupported), ("https://totp/x?secret=\(key)", .malformed),
        (" otpauth://totp/x?secret=\(key)", .malformed), ("otpauth://sotp/x?secret=\(key)", .unsupported),
        ("otpauth://totp", .malformed), ("otpauth://totp/x", .malformed), ("otpauth://totp/x?", .malformed),
        ("otpauth://totp/x?issuer=y", .malformed), ("otpauth://totp/x?secret=", .malformed), ("otpauth://totp/x?secret", .malformed),
        ("otpauth://totp/?secret=\(key)", .invalidArgument), ("otpauth://totp/A:?secret=\(key)&issuer=A", .invalidArgument),
        ("otpauth://totp/%20?secret=\(key)", .invalidArgument), ("otpauth://totp/x?secret=\(key)&secret=\(key)", .malformed),
        ("otpauth://totp/x?secret=\(key)&period=30&PERIOD=60", .malformed), ("otpauth://totp/x%?secret=\(key)", .malformed),
        ("otpauth://totp/x%4?secret=\(key)", .malformed), ("otpauth://totp/x%zz?secret=\(key)", .malformed),
        ("otpauth://totp/x%FF?secret=\(key)", .malformed), ("otpauth://totp/x%C0%80?secret=\(key)", .malformed),
        ("otpauth://totp/x?secret=\(key)&a=%ED%A0%80", .malformed), ("otpauth://totp/x%00?secret=\(key)", .invalidArgument),
        ("otpauth://totp/x\u{0}?secret=\(key)", .malformed), ("otpauth://totp/x\ny?secret=\(key)", .malformed),
        ("otpauth://totp/x%E2%80%AEy?secret=\(key)", .invalidArgument), ("otpauth://totp/x?secret=\(key)#y", .malformed),
        ("otpauth://totp/x?secret=\(key)&period=0", .invalidArgument), ("otpauth://totp/x?secret=\(key)&period=-1", .invalidArgument),
        ("otpauth://totp/x?secret=\(key)&period=9223372036854775808", .malformed),
        ("otpauth://totp/x?secret=\(key)&period=9223372036854775807", .invalidArgument),
        ("otpauth://totp/x?secret=\(key)&period=", .malformed), ("otpauth://totp/x?secret=\(key)&period=30.5", .malformed),
        ("otpauth://totp/x?secret=\(key)&period=0x1E", .malformed), ("otpauth://totp/x?secret=\(key)&digits=0", .invalidArgument),
        ("otpauth://totp/x?secret=\(key)&digits=5", .invalidArgument), ("otpauth://totp/x?secret=\(key)&digits=100", .invalidArgument),
        ("otpauth://totp/x?secret=\(key)&digits=99999999999999999999", .malformed),
        ("otpauth://totp/x?secret=\(key)&digits=six", .malformed),
        ("otpauth://totp/x?secret=\(key)&digits=6&encoder=steam", .invalidArgument),
        ("otpauth://totp/x?secret=\(key)&encoder=morse", .unsupported), ("otpauth://totp/x?secret=\(key)&algorithm=MD5", .unsupported),
        ("otpauth://totp/x?secret=\(key)&algorithm=", .unsupported), ("otpauth://hotp/x?secret=\(key)&counter=-1", .malformed),
        ("otpauth://hotp/x?secret=\(key)&counter=18446744073709551616", .malformed), ("otpauth://totp/x?secret=AE", .invalidArgument),
        ("otpauth://totp/x?secret=JBSWY3DPEHPK3PX1", .malformed), ("otpauth://totp/x?secret=\(key)ü", .malformed),
        ("otpauth://totp/x?secret=\(String(repeating: "A", count: 1_200))", .limitExceeded),
        ("otpauth://totp/\(String(repeating: "x", count: 256))?secret=\(key)", .limitExceeded),
        ("otpauth://totp/x?secret=\(String(repeating: "A", count: 1 << 20))", .limitExceeded),
        ("otpauth://totp/x?secret=\(key)" + String(repeating: "&a=b", count: 64), .limitExceeded),
        ("otpauth://totp/x?secret=\(key)" + String(repeating: "&a=b", count: 58), .limitExceeded),
        ("otpauth://hotp/x?secret=\(key)" + String(repeating: "&a=b", count: 59), .limitExceeded),
    ]

    @Test(arguments: refused.indices)
    func whatIsRefused(index: Int) {
        let (uri, code) = Self.refused[index]
        #expect(throws: AuthError(code, ""), "\(uri.prefix(80))") { try OTPAccount(uri: uri) }
    }

    /// As many unknown parameters as are read leave room for all known ones.
    @Test(arguments: [("totp", 57), ("hotp", 58)]) func manyUnknownParametersReadBack(_ type: String, _ count: Int) throws {
        let account = try OTPAccount(uri: "otpauth://\(type)/x?secret=JBSWY3DPEHPK3PXP" + String(repeating: "&a=b", count: count))
        #expect(try OTPAccount(uri: account.uriRevealed()) == account)
    }

    @Test func cutAnywhereNothingTraps() throws {
        let uri = "otpauth://totp/Big%20Co%3Aal+b?secret=\(Self.key)&issuer=Big+Co&algorithm=SHA256&digits=8&period=60&a=%C3%BC"
        for length in 0...uri.utf8.count {
            guard let cut = String(strictUTF8: uri.utf8.prefix(length)) else { continue }
            do throws(AuthError) {
                let account = try OTPAccount(uri: cut)
                #expect(Self.key.hasPrefix(account.hotp.secret.base32Revealed()) || account.hotp.secret.bytes.count >= 10)
            } catch { #expect(!"\(error)".contains("JBSWY3DP")) }
        }
        #expect(try OTPAccount(uri: "otpauth://totp/x?secret=AE", dangerouslyAllowShortSecret: true).hotp.secret.bytes.count == 1)
    }
}
