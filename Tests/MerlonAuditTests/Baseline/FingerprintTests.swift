import Testing

@testable import MerlonAudit

@Suite struct FingerprintTests {
    let finding = FixtureReport.loggingFinding

    func fingerprint(
        _ change: (inout Evidence) -> Void = { _ in }, target: String = "App.ipa", rule: String? = nil, artifact: String? = nil
    )
        -> Fingerprint
    {
        var finding = finding
        if let artifact { finding.artifact = artifact }
        if let rule { finding.rule = rule }
        var evidence = finding.evidence[0]
        change(&evidence)
        return Fingerprint(of: evidence, of: finding, in: target)
    }

    @Test func knowsWhatAnotherBuildMoves() {
        let original = fingerprint()
        #expect(original == fingerprint { $0.address = 1 })
        #expect(original == fingerprint { $0.line = 7 })
        #expect(original == fingerprint { $0.architecture = "arm64e" })
        #expect(original == fingerprint(target: "elsewhere/Other.ipa"))
        #expect(original == fingerprint { $0.file = String($0.file.dropFirst("Payload/".count)) })
        #expect(fingerprint { $0.detail = "at 0x1f00, 12 times" } == fingerprint { $0.detail = "at 0xAB, 3 times" })
        #expect(
            fingerprint({ $0.file = "Info.plist" }, target: "x/A.app", artifact: "")
                == fingerprint({ $0.file = "Payload/A.app/Info.plist" }, artifact: "Payload/A.app"))
        var reversed = finding
        reversed.evidence.reverse()
        #expect(Fingerprint(of: finding, in: "") == Fingerprint(of: reversed, in: ""))
        reversed.evidence.removeLast()
        #expect(Fingerprint(of: finding, in: "") != Fingerprint(of: reversed, in: ""))
    }

    @Test func tellsPlacesApart() {
        let different = [
            fingerprint(), fingerprint { $0.file = "Payload/Bank App.app/Other" }, fingerprint { $0.symbol = "other" },
            fingerprint { $0.symbol = nil }, fingerprint { $0.plistKey = "other" }, fingerprint { $0.detail = "calls os_log" },
            fingerprint(rule: "other"), fingerprint { ($0.symbol, $0.plistKey) = ("a", "b") },
            fingerprint { ($0.symbol, $0.plistKey) = ("", "ab") },
        ]
        #expect(Set(different).count == different.count)
    }

    /// FIPS 180-4's own examples, and each length around the block boundary against another implementation's digests of "a" repeated.
    @Test func hashesAsTheStandardSays() {
        func hex(_ text: String) -> String { SHA256.digest(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
        #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        for (length, digest) in Self.lengths { #expect(hex(String(repeating: "a", count: length)) == digest) }
    }

    static let lengths: [(Int, String)] = [
        (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
        (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
        (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
        (120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
        (1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
    ]
}
