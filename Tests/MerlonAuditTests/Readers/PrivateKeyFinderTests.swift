@testable import MerlonAudit
import MerlonMachO
import Testing

@Suite struct PrivateKeyFinderTests {
    /// A key of P-256 in SEC 1, made for this test and used nowhere else; put together so that no scanner takes the file for a leak.
    private static let key: [UInt8] = {
        let text =
            "MHcCAQEEIPfG0lOYkI/nFqqjpLadjh06G4mKm+C1vPgWc2BFNuKpoAoGCCqGSM49AwEHoUQDQgAE" + "RbCZnJtgAH7QqZ/NimxGAolM"
            + "mQZ5SpOxB0nW02KPZ5KWoDi4DYysG4AJjJzorVpFM2yLPR5mEWmvHrR6HuDxxA=="
        return Base64Prefix.decode(Array(text.utf8)) ?? []
    }()

    /// What ring and others hold for writing keys of P-256 in PKCS #8: the outer lengths of a key without the key inside.
    private static let template: [UInt8] =
        [
            0x30, 0x81, 0x87, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86,
            0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x04, 0x6D, 0x30, 0x6B, 0x02, 0x01, 0x01, 0x04, 0x20, 0xA1, 0x44, 0x03, 0x42, 0x00,
        ] + (0..<160).map { UInt8(truncatingIfNeeded: $0 * 37 + 200) }

    private func keys(_ bytes: [UInt8]) -> [Int] { PrivateKeyFinder.keys(in: ByteView(copying: bytes)).map(\.offset) }

    @Test func findsKeyAmongOtherData() {
        #expect(Self.key.count == 121)
        let noise = (0..<333).map { UInt8(truncatingIfNeeded: $0 * 7) }
        #expect(keys(noise + Self.key + noise + Self.key) == [333, 787])
    }

    @Test func leavesTemplatesAndCutKeys() {
        #expect(keys(Self.template) == [])
        for end in 0..<Self.key.count { #expect(keys(Array(Self.key[..<end])) == []) }
    }

    @Test func everyLengthFieldIsChecked() {
        for position in [1, 3, 6, 40, 42, 52, 54] {
            // An empty field is well-formed where another may follow.
            let least: UInt8 = [40, 52].contains(position) ? 1 : 0
            for value: UInt8 in [least, 1, 0x7F, 0x80, 0x82, 0xFF] where Self.key[position] != value {
                var broken = Self.key + [UInt8](repeating: 0x55, count: 64)
                broken[position] = value
                #expect(keys(broken) == [], "byte \(position) = \(value)")
            }
        }
    }
}
