import MerlonCore
import Testing

@Suite struct WallTimeISO8601Tests {
    @Test func writesAndReadsBack() {
        let known: [(Int64, String)] = [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_827_696, "2000-02-29T12:34:56Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"), (-2_208_988_800, "1900-01-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
        ]
        for (seconds, text) in known {
            #expect(WallTime(seconds: seconds).iso8601 == text)
            #expect(WallTime(iso8601: text) == WallTime(seconds: seconds))
        }
        #expect(WallTime(iso8601: "2026-11-30") == WallTime(iso8601: "2026-11-30T00:00:00Z"))
        #expect(WallTime(seconds: 253_402_300_800).iso8601 == "+10000-01-01T00:00:00Z")
        #expect(WallTime(seconds: -62_167_219_201).iso8601 == "-1-12-31T23:59:59Z")
    }

    @Test(arguments: [
        "", "2026", "2026-11-31", "2026-02-29", "2100-02-29", "2026-00-01", "2026-13-01", "2026-01-00", "2026-1-1", "2026-11-30T24:00:00Z",
        "2026-11-30T00:60:00Z", "2026-11-30T00:00:60Z", "2026-11-30T00:00:00", "2026-11-30 00:00:00Z", "2026-11-30T00:00:00+00:00",
        "+026-11-30", "２026-11-30", "2026-11-30T00:00:00z",
    ]) func refuses(_ text: String) {
        #expect(WallTime(iso8601: text) == nil)
    }
}
