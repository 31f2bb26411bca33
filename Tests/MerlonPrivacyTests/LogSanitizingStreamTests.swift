import MerlonPrivacy
import Testing

@Suite struct LogSanitizingStreamTests {
    private static let log: [UInt8] = Array(
        """
        10:11:12 sshd[1]: Accepted password for ana from 10.0.0.1
        token=abcdef0123456789 mail a@b.example "password":"it is ; long" card 4111 1111 1111 1111
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIKk0M7Yl2bqv0n2Vq3qk0Zm1r9u0n2Vq3qk0Zm1r9u0noAoGCCqGSM49
        -----END EC PRIVATE KEY-----
        https://u:p@h.example/ GB82 WEST 1234 5698 7654 32 eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl
        last line without an end: phone=+49301234567
        """.utf8)

    /// Everything that comes out of a stream fed in pieces of `size` bytes.
    private func output(of bytes: [UInt8], pieces size: Int) -> [UInt8] {
        var stream = LogSanitizer().stream()
        var output: [UInt8] = []
        var start = 0
        while start < bytes.count {
            stream.append(bytes[start..<min(start + size, bytes.count)], to: &output)
            start += size
        }
        stream.finish(to: &output)
        return output
    }

    @Test func piecesOfAnySizeGiveTheSame() {
        let whole = LogSanitizer().sanitized(Self.log)
        let text = String(decoding: whole, as: UTF8.self)
        for secret in ["abcdef", "a@b", "it is", "4111", "MHcC", "u:p@", "WEST", "eyJ", "+49"] {
            #expect(!text.contains(secret), "\(secret)")
        }
        let differing = (1...Self.log.count).filter { output(of: Self.log, pieces: $0) != whole }
        #expect(differing == [])
    }

    @Test(arguments: [0, 100, 57_000, 57_344, 60_000, 65_530, 65_536, 65_700, 131_000, 200_000])
    func secretsInALongLineAreFoundWhereverTheyLie(_ place: Int) {
        let filler = [UInt8](repeating: UInt8(ascii: "a"), count: place)
        let secret = " password=hunter2hunter2 \"token\": \"with blanks in it\" x@y.example "
        let output = output(of: filler + secret.utf8 + [UInt8](repeating: UInt8(ascii: "b"), count: 150_000), pieces: 4096)
        let text = String(decoding: output, as: UTF8.self)
        #expect(!text.contains("hunter2") && !text.contains("blanks") && !text.contains("x@y"))
        #expect(text.hasPrefix(String(decoding: filler, as: UTF8.self)) && text.hasSuffix("bbb"))
        let mask = LogSanitizer.mask
        #expect(text.utf8.count == place + " password=\(mask) \"token\": \"\(mask)\" \(mask) ".utf8.count + 150_000)
    }

    @Test(arguments: ["password=", "\"secret\": \"", "eyJhbGciOiJIUzI1NiJ9."])
    func aSecretLongerThanAnyWindowIsMaskedToItsEnd(_ head: String) {
        let input = Array("x \(head)".utf8) + [UInt8](repeating: UInt8(ascii: "S"), count: 500_000) + Array("\" after it\nnext\n".utf8)
        let text = String(decoding: output(of: input, pieces: 10_000), as: UTF8.self)
        #expect(!text.contains("SS"))
        #expect(text.hasSuffix(" after it\nnext\n"))
        #expect(text.utf8.count < 100)
    }

    /// Lines that are judged in parts: what is masked depends on where a secret lies in its line, not on how the log came.
    @Test func piecesOfLongLinesGiveTheSame() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<12 {
            var log: [UInt8] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                log += [UInt8](
                    repeating: random.pick([UInt8(ascii: "a"), UInt8(ascii: " "), 0xFF]), count: Int.random(in: 0...70_000, using: &random))
                log += random.pick(["\n", " ", "=", "\"", "cookie: ", " -----BEGIN PRIVATE KEY-----"]).utf8
                log += Self.log.shuffled(using: &random).prefix(Int.random(in: 0...200, using: &random)) + Self.log
            }
            let whole = output(of: log, pieces: log.count)
            let differing = [997, 4096, 50_000, 65_536, 65_537, 131_072].filter { output(of: log, pieces: $0) != whole }
            #expect(differing == [], "\(log.count)")
            #expect(LogSanitizer().sanitized(log) == whole)
        }
    }

    @Test(arguments: ["Cookie: ", "x -----BEGIN RSA PRIVATE KEY-----\\n", "Authorization: Digest username=\"u\", response=\""])
    func aHeaderLongerThanAnyWindowIsMaskedToTheEndOfItsLine(_ head: String) {
        let input = Array(head.utf8) + Array(String(repeating: "SECRET; ", count: 40_000).utf8) + Array("SECRET\nnext\n".utf8)
        let text = String(decoding: output(of: input, pieces: 10_000), as: UTF8.self)
        #expect(!text.contains("SECRET") && text.hasSuffix("\nnext\n") && text.utf8.count < 150)
    }

    @Test(arguments: ["\\\"", "\\\\\\\"", "'", "\\n "])
    func marksInAValueLongerThanAnyWindowDoNotEndIt(_ mark: String) {
        for place in [10, 56_000, 65_500, 65_530, 90_000, 200_000] {
            let value = String(repeating: "S", count: place) + mark + String(repeating: "T", count: 80_000)
            let text = String(decoding: output(of: Array("{\"secret\": \"\(value)\", \"next\": 1}\n".utf8), pieces: 10_000), as: UTF8.self)
            #expect(text == "{\"secret\": \"\(LogSanitizer.mask)\", \"next\": 1}\n", "\(place)")
        }
    }

    @Test func bytesThatAreNoTextAreNotLost() {
        var random = SystemRandomNumberGenerator()
        // No byte of these begins anything that is looked for.
        let bytes = (0..<300_000).map { _ in
            [0x00, 0x01, 0x0A, 0x20, 0x80, 0xC3, 0xE2, 0xFF, 0x7F].randomElement(using: &random) ?? UInt8(0)
        }
        #expect(output(of: bytes, pieces: 7777) == bytes)
        let all = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(output(of: all, pieces: 50_000) == LogSanitizer().sanitized(all))
    }

    /// What a careless matcher chokes on; its speed is measured by Benchmarks/privacy.
    @Test(arguments: [
        "://", "a:b://", "\"phone\":\"", "eyJ-", "sk-", "@", "a@", "token:", "password=", "-----BEGIN PRIVATE KEY", "-----BEGIN ", "+1",
        "(", "4111 ",
    ])
    func repeatedBeginningsComeThrough(_ unit: String) {
        let bytes = Array(String(repeating: unit, count: 70_000 / unit.utf8.count).utf8)
        let text = String(decoding: output(of: bytes, pieces: 65_536), as: UTF8.self)
        #expect(text.contains(LogSanitizer.mask) || text.utf8.elementsEqual(bytes))
    }

    @Test func countsWhatItMasked() {
        var stream = LogSanitizer().stream()
        var output: [UInt8] = []
        stream.append(Array("pin=1234\nnothing\na@b.example c@d.example\n".utf8), to: &output)
        #expect(stream.maskedCount == 3)
    }
}
