import MerlonCore
@testable import MerlonCrypto
import TestSupport
import Testing

@Suite struct PasswordTests {
    /// The least that is allowed, on whatever this system has.
    static let cheap: PasswordCost =
        Backend.hasArgon2id ? .argon2id(memoryKiB: 19 << 10, passes: 2) : .pbkdf2SHA256(iterations: 600_000)
    static let argon2 = "needs Argon2id, which this backend has not"

    @Test func hashesVerifyTheirPasswordAlone() throws {
        let password = try Password("correct horse")
        for cost in Set([Self.cheap, .pbkdf2SHA256(iterations: 600_000)]) {
            let hash = try PasswordHash(of: password, cost: cost)
            let read = try PasswordHash(parsing: hash.text)
            #expect(read == hash && read.text == hash.text && read.cost == cost)
            try read.verify(password)
            #expect(throws: CryptoError.authenticationFailed) { try read.verify(Password("correct horsf")) }
            #expect(try PasswordHash(of: password, cost: cost) != hash)
        }
    }

    /// A hash that Python's own PBKDF2 made.
    @Test(.enabled(if: Executable("python3").isInstalled, "needs python3, which Scripts/setup --tests installs"))
    func hashesOfOthers() throws {
        let program = """
            import base64, hashlib
            salt = b"saltsaltsaltsalt"
            digest = hashlib.pbkdf2_hmac("sha256", "pässword".encode(), salt, 1000, 32)
            code = lambda b: base64.b64encode(b).decode().rstrip("=")
            print(f"$pbkdf2-sha256$i=1000${code(salt)}${code(digest)}")
            """
        let run = try Executable("python3").run(["-c", program])
        let hash = try PasswordHash(parsing: String(run.output.dropLast()))
        try hash.verify(Password("pässword"))
        // The same password typed with a combining diaeresis.
        try hash.verify(Password("pa\u{308}ssword"))
        #expect(hash.needsRehash())
        #expect(throws: CryptoError.authenticationFailed) { try hash.verify(Password("password")) }
    }

    /// PHC strings go to PyPI's argon2-cffi and come from it, with more lanes and longer salts than Merlon itself makes.
    @Test(
        .enabled(if: Executable.projectPython.isInstalled, "needs argon2-cffi, which Scripts/setup --tests installs"),
        .enabled(if: Backend.hasArgon2id, "\(argon2)"))
    func argon2StringsAreExchanged() throws {
        let program = """
            import sys
            from argon2 import PasswordHasher
            if len(sys.argv) > 1:
                print(PasswordHasher().verify(sys.argv[1], "pässword"))
            else:
                print(PasswordHasher(memory_cost=19456, time_cost=2, parallelism=4).hash("pässword"))
                print(PasswordHasher(memory_cost=8192, time_cost=1, parallelism=1, salt_len=24).hash("x"))
            """
        let theirs = try Executable.projectPython.run(["-c", program])
        #expect(theirs.status == 0, "\(theirs.errors)")
        let texts = theirs.output.split(separator: "\n").map(String.init)
        try #require(texts.count == 2)
        try PasswordHash(parsing: texts[0]).verify(Password("pässword"))
        #expect(throws: CryptoError.authenticationFailed) { try PasswordHash(parsing: texts[0]).verify(Password("passwort")) }
        #expect(try PasswordHash(parsing: texts[0]).needsRehash(for: Self.cheap))
        try PasswordHash(parsing: texts[1]).verify(Password("x"))
        let ours = try PasswordHash(of: Password("pässword"), cost: Self.cheap).text
        #expect(try Executable.projectPython.run(["-c", program, ours]).output == "True\n")
    }

    @Test func malformedAndAbsurdHashesAreRefusedBeforeAnyWork() {
        let salt = "c2FsdHNhbHRzYWx0c2FsdA"
        let digest = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        let cases: [(String, CryptoError.Code)] = [
            ("", .malformed), ("plain", .malformed), ("$2b$12$abcdefghijklmnopqrstuv", .malformed),
            ("$argon2i$v=19$m=65536,t=3,p=1$\(salt)$\(digest)", .malformed),
            ("$argon2id$v=16$m=65536,t=3,p=1$\(salt)$\(digest)", .malformed), ("$argon2id$m=65536,t=3,p=1$\(salt)$\(digest)", .malformed),
            ("$argon2id$v=19$t=3,m=65536,p=1$\(salt)$\(digest)", .malformed),
            ("$argon2id$v=19$m=065536,t=3,p=1$\(salt)$\(digest)", .malformed),
            ("$argon2id$v=19$m=+65536,t=3,p=1$\(salt)$\(digest)", .malformed),
            ("$argon2id$v=19$m=-1,t=3,p=1$\(salt)$\(digest)", .malformed),
            ("$argon2id$v=19$m=65536,t=3$\(salt)$\(digest)", .malformed),
            ("$argon2id$v=19$m=65536,t=3,p=1,x=1$\(salt)$\(digest)", .malformed),
            ("$argon2id$v=19$m=65536,t=3,p=1$\(salt)=$\(digest)", .malformed),
            ("$argon2id$v=19$m=65536,t=3,p=1$\(salt)$\(digest)$", .malformed),
            ("$argon2id$v=19$m=65536,t=3,p=1$_2FsdHNhbHRzYWx0c2FsdA$\(digest)", .malformed),
            (" $argon2id$v=19$m=65536,t=3,p=1$\(salt)$\(digest)", .malformed),
            ("$argon2id$v=19$m=99999999999999999999,t=3,p=1$\(salt)$\(digest)", .malformed),
            ("$pbkdf2-sha256$600000$\(salt)$\(digest)", .malformed),
            ("$argon2id$v=19$m=1048577,t=3,p=1$\(salt)$\(digest)", .limitExceeded),
            ("$argon2id$v=19$m=65536,t=65,p=1$\(salt)$\(digest)", .limitExceeded),
            ("$argon2id$v=19$m=65536,t=0,p=1$\(salt)$\(digest)", .limitExceeded),
            ("$argon2id$v=19$m=65536,t=3,p=17$\(salt)$\(digest)", .limitExceeded),
            ("$argon2id$v=19$m=7,t=3,p=1$\(salt)$\(digest)", .limitExceeded),
            ("$argon2id$v=19$m=65536,t=3,p=1$AAAA$\(digest)", .limitExceeded),
            ("$argon2id$v=19$m=65536,t=3,p=1$\(salt)$AAAA", .limitExceeded),
            ("$pbkdf2-sha256$i=20000001$\(salt)$\(digest)", .limitExceeded),
            ("$pbkdf2-sha256$i=0$\(salt)$\(digest)", .limitExceeded), (String(repeating: "$", count: 513), .limitExceeded),
        ]
        for (text, code) in cases {
            #expect(throws: CryptoError(code, ""), "\(text)") { try PasswordHash(parsing: text) }
        }
    }

    @Test func weakCostsAndEmptyPasswordsAreRefused() throws {
        let password = try Password("p")
        for cost: PasswordCost in [
            .argon2id(memoryKiB: 19 << 10, passes: 1), .argon2id(memoryKiB: 8192, passes: 4), .pbkdf2SHA256(iterations: 599_999),
        ] {
            #expect(throws: CryptoError(.limitExceeded, "")) { try PasswordHash(of: password, cost: cost) }
        }
        #expect(throws: CryptoError(.invalidArgument, "")) { try Password("") }
        #expect(throws: CryptoError(.limitExceeded, "")) { try Password(String(repeating: "a", count: 4097)) }
        #expect(!"\(password) \(String(reflecting: password))".contains("\"p\""))
    }

    @Test func pepper() throws {
        var keys = try KeySet.generate()
        let hash = try PasswordHash(of: Password("p"), cost: Self.cheap)
        let sealed = try hash.sealed(by: keys, context: "user 1")
        try keys.rotate()
        #expect(try PasswordHash(opening: sealed, with: keys, context: "user 1") == hash)
        #expect(throws: CryptoError.authenticationFailed) { try PasswordHash(opening: sealed, with: keys, context: "user 2") }
        #expect(throws: CryptoError.authenticationFailed) { try PasswordHash(opening: sealed, with: KeySet.generate(), context: "user 1") }
    }

    @Test(.enabled(if: Backend.hasArgon2id, "\(argon2)")) func calibration() throws {
        guard case .argon2id(let memory, let least, 1) = try PasswordCost.calibrated(to: .zero, memoryKiB: 19 << 10),
            case .argon2id(_, let more, 1) = try PasswordCost.calibrated(to: .seconds(1), memoryKiB: 19 << 10)
        else {
            Issue.record("calibration chose another algorithm")
            return
        }
        #expect(memory == 19 << 10 && least == 2 && more > 2)
    }

    @Test func passwordsReachNothingFast() throws {
        let misuses = [
            "let a = try DerivationKey(material: password)", "let b = try SealingKey(material: password, id: KeyID(rawValue: 1))",
            "let c = HashAlgorithm.sha256.digest(of: password)", "let d = try AuthenticationKey(material: password)",
            "let e = password.bytes", "let f = try SealingKey.generate().seal(password, context: \"c\")",
            "let g = try JSONEncoder().encode(password)", "let h = try password.stretched(salt: [], cost: .recommended, count: 32)",
        ]
        let source =
            "import Foundation\nimport MerlonCrypto\nlet password = try Password(\"p\")\n" + misuses.joined(separator: "\n")
            + "\nlet fine = try PasswordHash(of: password)\n"
        let errors = try CompileErrors.of(source)
        #expect(errors.keys.sorted() == Array(4..<4 + misuses.count), "\(errors)")
    }
}
