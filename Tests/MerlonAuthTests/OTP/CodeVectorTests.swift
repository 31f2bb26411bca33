import MerlonCore
import Testing

@testable import MerlonAuth

/// The tables of RFC 4226, appendix D, and RFC 6238, appendix B, transcribed.
struct CodeVectorTests {
    private static func secret(_ count: Int) throws -> OTPSecret {
        let digits = Array("1234567890".utf8)
        return try OTPSecret(bytes: try SecretBytes(copying: (0..<count).map { digits[$0 % 10] }))
    }

    @Test func everyLineOfRFC4226() throws {
        let hotp = HOTP(secret: try Self.secret(20))
        let table = ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"]
        let codes = try (0..<10).map { try hotp.code(at: $0).text }
        #expect(codes == table)
    }

    /// The appendix repeats the 20-byte seed up to the length of each hash, as errata 2866 says.
    @Test(arguments: [
        (OTPAlgorithm.sha1, 20, ["94287082", "07081804", "14050471", "89005924", "69279037", "65353130"]),
        (OTPAlgorithm.sha256, 32, ["46119246", "68084774", "67062674", "91819424", "90698825", "77737706"]),
        (OTPAlgorithm.sha512, 64, ["90693936", "25091201", "99943326", "93441116", "38618901", "47863826"]),
    ])
    func everyLineOfRFC6238(algorithm: OTPAlgorithm, count: Int, table: [String]) throws {
        let totp = TOTP(secret: try Self.secret(count), algorithm: algorithm, format: .eightDigits)
        let times: [Int64] = [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000]
        #expect(try times.map { try totp.code(at: WallTime(seconds: $0)).text } == table)
    }

    @Test func shorterCodesAreTheEndOfLongerOnes() throws {
        let secret = try Self.secret(20)
        for (format, text) in [(OTPFormat.sixDigits, "287082"), (.sevenDigits, "4287082"), (.eightDigits, "94287082")] {
            #expect(try TOTP(secret: secret, format: format).code(at: WallTime(seconds: 59)).text == text)
        }
    }

    @Test func timesAtTheEdges() throws {
        let totp = TOTP(secret: try Self.secret(20))
        let codes = try [(0, 0), (29, 999_999_999), (30, 0)].map { try totp.code(at: WallTime(seconds: $0, nanoseconds: $1)).text }
        #expect(codes == ["755224", "755224", "287082"])
        #expect(try totp.timeStep.step(at: WallTime(seconds: 4_294_967_296)) == 143_165_576)
        #expect(try totp.timeStep.step(at: WallTime(seconds: .max)) == UInt64(Int64.max) / 30)
        #expect(throws: AuthError(.clockMovedBack, "")) { try totp.code(at: WallTime(seconds: -1)) }
        let early = try OTPTimeStep(period: 1, origin: .min)
        #expect(try early.step(at: WallTime(seconds: .max)) == .max)
        let last = try TOTP(secret: Self.secret(20), timeStep: early).moment(at: WallTime(seconds: .max))
        #expect(last.next.text == "755224" && last.secondsLeft == 1)
    }

    @Test func theOriginMovesTheSteps() throws {
        let step = try OTPTimeStep(period: 60, origin: 1_000)
        #expect(try [1_000, 1_059, 1_060].map { try step.step(at: WallTime(seconds: $0)) } == [0, 0, 1])
        #expect(try [1_000, 1_059, 1_060].map { try step.secondsLeft(at: WallTime(seconds: $0)) } == [60, 1, 60])
        #expect(throws: AuthError(.clockMovedBack, "")) { try step.step(at: WallTime(seconds: 999)) }
    }

    @Test func periodsAndDigitsOutOfRangeAreRefused() {
        for period in [Int64.min, -1, 0, OTPTimeStep.maximumPeriod + 1, .max] {
            #expect(throws: AuthError(.invalidArgument, "")) { try OTPTimeStep(period: period) }
        }
        for digits in [Int.min, -1, 0, 1, 5, 9, 10, 100, .max] {
            #expect(throws: AuthError(.invalidArgument, "")) { try OTPFormat(digits: digits) }
        }
    }

    @Test func whatIsTypedIsReadBack() throws {
        for format in [OTPFormat.sixDigits, .sevenDigits, .eightDigits, .steam] {
            for seed: UInt32 in [0, 1, 25, 26, 999_999, 0x7FFF_FFFF, 11_881_375] {
                let code = OTPCode(value: format.value(of: seed), format: format)
                #expect(format.value(entered: code.text) == code.value)
                #expect(format.value(entered: " \(code.groupedText.lowercased()) ") == code.value)
            }
        }
        let wrong = [
            "", "12345", "1234567", "12345a", "１２３４５６", "-123456-----------", "1 2 3 4 5", "+12345", String(repeating: " ", count: 1 << 20),
        ]
        #expect(wrong.allSatisfy { OTPFormat.sixDigits.value(entered: $0) == nil })
        #expect(["", "2345", "1BCDF", "ABCDF", "23456 7"].allSatisfy { OTPFormat.steam.value(entered: $0) == nil })
    }

    @Test func nothingSecretIsPrinted() throws {
        let secret = try Self.secret(20)
        let hotp = HOTP(secret: secret)
        for text in ["\(secret)", String(reflecting: secret), "\(hotp)", "\(try hotp.code(at: 0))", String(reflecting: TOTP(hotp: hotp))] {
            #expect(!text.contains("755224") && !text.contains("GEZD") && !text.contains("12345"))
        }
        var dumped = ""
        dump(hotp, to: &dumped)
        #expect(dumped.contains("‹redacted›") && !dumped.contains("49"))
    }

    @Test func namesOfAlgorithms() {
        for name in ["SHA1", "sha1", "HmacSHA1", "SHA-1", "hmac_sha_1"] { #expect(OTPAlgorithm(name: name) == .sha1) }
        #expect(OTPAlgorithm(name: "Sha256") == .sha256 && OTPAlgorithm(name: "HMACSHA512") == .sha512)
        for name in ["", "MD5", "SHA384", "SHA", "HMAC", "SHA3-256"] { #expect(OTPAlgorithm(name: name) == nil) }
    }
}
