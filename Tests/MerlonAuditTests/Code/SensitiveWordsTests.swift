@testable import MerlonAudit
import Testing

@Suite struct SensitiveWordsTests {
    @Test(
        arguments: [
            ("accessToken", "token"), ("user_password", "password"), ("API_KEY", "api key"), ("apiKey", "api key"),
            ("client secret", "secret"),
            ("Session token: %@", "token"), ("Leaking TOKEN=123", "token"), ("privateKey", "private key"),
            ("credit-card number", "credit card"),
        ]) func findsWord(_ text: String, _ word: String)
    { #expect(SensitiveWords.first(in: text) == word) }

    @Test(arguments: [
        "tokenizer", "SSL pinning: disabled", "keyboard", "passing", "secretary", "monkey", "lastTab", "author", "", "key api",
    ])
    func leaves(_ text: String) { #expect(SensitiveWords.first(in: text) == nil) }

    @Test(
        arguments: [
            (UInt64(0x6472_6f77_7373_6170), UInt64(0xE800_0000_0000_0000), "password"), (0x6e65_6b6f_74, 0xE500_0000_0000_0000, "token"),
            (0x6f54_7373_6563_6361, 0xEB00_0000_006e_656b, "accessToken"),
        ]) func readsShortSwiftString(_ low: UInt64, _ high: UInt64, _ text: String)
    { #expect(SwiftSmallString.text(low, high) == text) }

    @Test(
        arguments: [
            (UInt64(0), UInt64(0)), (0x6472_6f77_7373_6170, 0x8000_0001_0000_8000), (0, 0xE000_0000_0000_0000),
            (0x01, 0xE100_0000_0000_0000),
            (0xFF, 0xA100_0000_0000_0000),
        ]) func isNoShortSwiftString(_ low: UInt64, _ high: UInt64)
    { #expect(SwiftSmallString.text(low, high) == nil) }
}
