import MerlonCore
import Testing

@Suite struct OneTimePasswordKeyTests {
    @Test func keysAsPeopleWriteThem() throws {
        let wanted = try SecretBytes(copying: Array("Hello!\u{DE}".unicodeScalars.map { UInt8($0.value) }) + [0xAD, 0xBE, 0xEF])
        let spellings = [
            "JBSWY3DPEHPK3PXP", "jbswy3dpehpk3pxp", "JBSW Y3DP EHPK 3PXP", " jbsw-y3dp-ehpk-3pxp\n", "JBSWY3DPEHPK3PXP======",
            "JBSWY3DPEHPK3PXP%3D%3D", "jbswy3dpehpk3pxp%3d", "JBSW\u{A0}Y3DP\u{2011}EHPK 3PXP", "JBSWY3DPEHPK3PXP=%3D=",
        ]
        for spelling in spellings { #expect(try Base32.decodeOneTimePasswordKey(spelling) == wanted, "\(spelling)") }
        // 26 characters hold 128 bits and two unused ones, which providers fill as they like.
        let ragged = try Base32.decodeOneTimePasswordKey(String(repeating: "7", count: 26))
        #expect(ragged.count == 16)
    }

    @Test func digitsThatBase32LacksAreExplained() {
        for (text, letter) in [
            ("JBSWY3DPEHPK3PX0", "letter O"), ("1BSWY3DP", "letter I or L"), ("JBSWY3D8", "letter B"), ("9BSWY3DP", "letter G"),
        ] {
            let error = #expect(throws: CoreError.self) { try Base32.decodeOneTimePasswordKey(text) }
            #expect(error?.code == .malformed)
            #expect(error?.reason.contains(letter) == true)
        }
    }

    @Test func everythingElseIsRefused() {
        for text in [
            "", "   ", "====", "%3D", "1", "A", "JBS", "JBSWY3", "JBSW=Y3DP", "JBSWY3DP!", "ЈBSWY3DP", "JBSW%20Y3DP", "JBSWY3DP\u{0}",
        ] {
            #expect(throws: CoreError(.malformed, ""), "\(text)") { try Base32.decodeOneTimePasswordKey(text) }
        }
    }
}
