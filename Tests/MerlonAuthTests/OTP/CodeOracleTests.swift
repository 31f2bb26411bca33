import Foundation
import MerlonCore
import TestSupport
import Testing

@testable import MerlonAuth

/// Codes exchanged with two independent implementations, both ways.
struct CodeOracleTests {
    private static let pairs = 10_000
    private static let oathtool = Executable("oathtool")

    private static func account(_ index: Int, steamToo: Bool = false) throws -> OTPAccount {
        let isSteam = steamToo && index % 4 == 1
        let algorithm = isSteam ? .sha1 : OTPAlgorithm.allCases[index % 3]
        let format = isSteam ? .steam : [OTPFormat.sixDigits, .sevenDigits, .eightDigits][index / 3 % 3]
        let count = [14, 16, 20, 32, 64, 65, 128, 129, 200][index / 9 % 9]
        let secret = try OTPSecret(bytes: try SystemEntropy().secret(count: count))
        let hotp = HOTP(secret: secret, algorithm: algorithm, format: format)
        let periods: [Int64] = [30, 60, 1, 15, 120]
        let factor: OTPFactor =
            index % 4 == 0
            ? .counter(UInt64.random(in: 0...UInt64(Int64.max))) : .time(try OTPTimeStep(period: isSteam ? 30 : periods[index % 5]))
        return try OTPAccount(name: "n\(index)", issuer: index % 2 == 0 ? "I\(index)" : nil, hotp: hotp, factor: factor)
    }

    /// Now and then, past 2038 and past 2106.
    private static func time(_ index: Int) -> Int64 {
        let ends: [Int64] = [4_000_000_000, 5_000_000_000, 100_000_000_000]
        return Int64.random(in: 0...ends[index % 3])
    }

    /// pyotp reads our URIs and finds our codes; we read its URIs and find its codes. Ten thousand accounts and times each way.
    @Test(.enabled(if: Executable.projectPython.isInstalled, "needs .build/venv: run Scripts/setup --tests"))
    func pyotpAgreesBothWays() throws {
        var lines: [String] = []
        for index in 0..<Self.pairs {
            let account = try Self.account(index, steamToo: true)
            let time = Self.time(index)
            let code =
                switch account.factor {
                case .counter(let counter): try account.hotp.code(at: counter)
                case .time(let step): try TOTP(hotp: account.hotp, timeStep: step).code(at: WallTime(seconds: time))
                }
            // pyotp does not expect an algorithm beside Steam's encoder.
            let uri = account.uriRevealed().replacingOccurrences(
                of: "&algorithm=SHA1", with: account.hotp.format.isSteam ? "" : "&algorithm=SHA1")
            lines.append("\(uri) \(time) \(code.text)")
        }
        let script = """
            import hashlib, random, sys, pyotp
            wrong = 0
            for line in sys.stdin:
                uri, time, code = line.split()
                otp = pyotp.parse_uri(uri)
                # The initial count is what at() counts from.
                theirs = otp.at(int(time)) if isinstance(otp, pyotp.TOTP) else otp.at(0)
                wrong += theirs != code
            print(wrong)
            digests = [hashlib.sha1, hashlib.sha256, hashlib.sha512]
            for index in range(\(Self.pairs)):
                secret = pyotp.random_base32(random.choice([32, 40, 64, 104]))
                digest, digits = random.choice(digests), random.choice([6, 7, 8])
                if index % 4:
                    time = random.randrange(10 ** 11)
                    otp = pyotp.TOTP(secret, digits=digits, digest=digest, interval=random.choice([1, 15, 30, 60, 120]))
                    print(otp.provisioning_uri(name="a b:c" if index % 8 else "d@e", issuer_name="I & J" if index % 3 else None), time, otp.at(time))
                else:
                    count = random.randrange(2 ** 63)
                    otp = pyotp.HOTP(secret, digits=digits, digest=digest)
                    print(otp.provisioning_uri(name="x", initial_count=count), 0, otp.at(count))
            """
        let run = try Executable.projectPython.run(["-c", script], input: lines.joined(separator: "\n"))
        try #require(run.status == 0, "\(run.errors)")
        let output = run.output.split(separator: "\n")
        #expect(output.first == "0" && output.count == Self.pairs + 1)
        var wrong = 0
        for line in output.dropFirst() {
            let parts = line.split(separator: " ").map(String.init)
            let account = try OTPAccount(uri: parts[0])
            let code =
                switch account.factor {
                case .counter(let counter): try account.hotp.code(at: counter)
                case .time(let step):
                    try TOTP(hotp: account.hotp, timeStep: step).code(at: WallTime(seconds: try #require(Int64(parts[1]))))
                }
            wrong += code.text == parts[2] ? 0 : 1
        }
        #expect(wrong == 0)
    }

    /// oathtool gives twenty codes in a row for each of five hundred accounts and times, and accepts ours.
    @Test(.enabled(if: oathtool.isInstalled, "needs oathtool: Debian package oathtool"))
    func oathtoolAgreesBothWays() throws {
        var compared = 0
        for index in 0..<500 {
            let account = try Self.account(index)
            let secret = account.hotp.secret.base32Revealed()
            let digits = "--digits=\(account.hotp.format.length)"
            if case .time(let step) = account.factor {
                let time = Int64.random(in: 0...4_000_000_000)
                let totp = TOTP(hotp: account.hotp, timeStep: step)
                let arguments = [
                    "--totp=\(account.hotp.algorithm.rawValue)", "--base32", digits, "--time-step-size=\(step.period)s", "--now=@\(time)",
                ]
                let theirs = try Self.oathtool.run(arguments + ["--window=19", secret]).output.split(separator: "\n").map(String.init)
                let ours = try (0..<20).map { try totp.code(at: WallTime(seconds: time + $0 * step.period)).text }
                #expect(theirs == ours)
                #expect(try Self.oathtool.run(arguments + [secret, ours[0]]).status == 0)
            } else {
                // oathtool's HOTP is SHA-1 alone.
                let hotp = HOTP(secret: account.hotp.secret, format: account.hotp.format)
                let counter = UInt64.random(in: 0...UInt64(Int64.max) - 20)
                let arguments = ["--hotp", "--base32", digits, "--counter=\(counter)"]
                let theirs = try Self.oathtool.run(arguments + ["--window=19", secret]).output.split(separator: "\n").map(String.init)
                let ours = try (0..<20).map { try hotp.code(at: counter + $0).text }
                #expect(theirs == ours)
                #expect(try Self.oathtool.run(arguments + [secret, ours[0]]).status == 0)
            }
            compared += 20
        }
        #expect(compared == Self.pairs)
    }
}
