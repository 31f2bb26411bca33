import MerlonCore
import Testing

@testable import MerlonAuth

struct OTPSecretTests {
    @Test(arguments: OTPAlgorithm.allCases)
    func generatedAtTheLengthOfTheHash(algorithm: OTPAlgorithm) throws {
        let one = try OTPSecret.generate(for: algorithm)
        #expect(one.bytes.count == [.sha1: 20, .sha256: 32, .sha512: 64][algorithm])
        #expect(try one != OTPSecret.generate(for: algorithm))
        #expect(try OTPSecret(base32: one.base32Revealed()) == one)
        #expect(try OTPSecret(base32: one.base32Revealed(grouped: true)) == one)
    }

    /// As people type it and providers print it.
    @Test(arguments: [
        "JBSWY3DPEHPK3PXPJBSWY3DP", "jbsw y3dp ehpk 3pxp jbsw y3dp", "JBSW-Y3DP-EHPK-3PXP-JBSW-Y3DP", " JBSWY3DPEHPK3PXPJBSWY3DP= ",
        "JBSWY3DPEHPK3PXPJBSWY3DP%3D", "JBSWY3DPEHPK3PXPJBSWY3DP%3d%3D", "jBsWy3dPeHpK3pXpJBSWY3DP",
        "JBSW\u{2011}Y3DP\u{A0}EHPK3PXPJBSWY3DP",
    ])
    func enteredByHand(text: String) throws {
        #expect(try OTPSecret(base32: text).base32Revealed() == "JBSWY3DPEHPK3PXPJBSWY3DP")
    }

    @Test(arguments: [("0", "letter O"), ("1", "letter I or L"), ("8", "letter B"), ("9", "letter G")])
    func confusionsAreNamedAndNotReplaced(digit: String, hint: String) throws {
        do {
            _ = try OTPSecret(base32: "JBSWY3DPEHPK3PX\(digit)")
            Issue.record("taken")
        } catch {
            #expect(error.code == .malformed && error.reason.contains(hint))
            #expect(!error.description.contains("JBSW"))
        }
    }

    @Test func lengths() throws {
        func bytes(_ count: Int) throws -> SecretBytes { try SecretBytes(copying: [UInt8](repeating: 7, count: count)) }
        for count in [0, 1, 9] { #expect(throws: AuthError(.invalidArgument, "")) { try OTPSecret(bytes: bytes(count)) } }
        for count in [10, 16, 512] { #expect(try OTPSecret(bytes: bytes(count)).bytes.count == count) }
        for count in [513, 1 << 20] { #expect(throws: AuthError(.limitExceeded, "")) { try OTPSecret(bytes: bytes(count)) } }
        #expect(try OTPSecret(bytes: bytes(1), dangerouslyAllowShort: true).bytes.count == 1)
        #expect(throws: AuthError(.invalidArgument, "")) { try OTPSecret(bytes: bytes(0), dangerouslyAllowShort: true) }
        #expect(throws: AuthError(.limitExceeded, "")) { try OTPSecret(base32: String(repeating: "A", count: 1 << 20)) }
        for text in ["", "====", "A", "JBSWY3DPEHPK3PXPü", "JBSW=Y3DPEHPK3PXP", "JBSWY3DPEHPK3PXP\u{0}"] {
            #expect(throws: AuthError(.malformed, "")) { try OTPSecret(base32: text) }
        }
    }
}
