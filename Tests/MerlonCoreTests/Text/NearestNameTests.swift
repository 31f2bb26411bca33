import MerlonCore
import Testing

@Test(
    "The nearest name",
    arguments: [
        ("formt", "format"), ("fromat", "format"), ("FORMAT", "format"), ("forma", "format"), ("for", "format"), ("fo", nil),
        ("skpi", "skip"),
        ("xxxx", nil), ("", nil), ("ouput", "output"), ("out", "out"), ("o", nil), (String(repeating: "x", count: 100_000), nil),
    ] as [(String, String?)])
func nearestName(word: String, expected: String?) {
    #expect(NearestName.of(word, among: ["output", "out", "format", "only", "skip"]) == expected)
}
