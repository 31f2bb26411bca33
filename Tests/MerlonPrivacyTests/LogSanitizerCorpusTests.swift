import Foundation
import MerlonPrivacy
import Testing

/// Recall on lines with known secrets, and false masking on what a system really logs.
@Suite struct LogSanitizerCorpusTests {
    @Test func secretsAreFound() {
        var corpus = SecretCorpus()
        let lines = corpus.lines(5000)
        let sanitizer = LogSanitizer()
        let missed = lines.filter { sanitizer.sanitized($0.text).contains($0.secret) }
        let half = lines.filter { line in
            // A secret of eight letters of which four in a row are still there was masked by half.
            let clean = sanitizer.sanitized(line.text)
            let letters = Array(line.secret)
            return letters.count >= 8
                && stride(from: 0, through: letters.count - 4, by: 4).contains { place in
                    let part = String(letters[place..<place + 4])
                    return clean.contains(part) && !line.text.replacing(line.secret, with: "").contains(part)
                }
        }
        #expect(Double(missed.count) <= 0.005 * Double(lines.count), "missed: \(missed.prefix(5).map(\.text))")
        #expect(
            Double(half.count) <= 0.005 * Double(lines.count),
            "half: \(half.prefix(8).map { sanitizer.sanitized($0.text) + "   |   " + $0.text })")
        print("corpus: \(lines.count) lines, \(missed.count) missed, \(half.count) masked by half")
    }

    @Test func ordinaryLogsAreLeftAlone() throws {
        let lines = try OrdinaryLogs.lines(atMost: 20_000)
        try #require(lines.count == 20_000)
        let sanitizer = LogSanitizer()
        let masked = lines.filter { sanitizer.sanitized($0) != $0 }
        #expect(Double(masked.count) <= 0.005 * Double(lines.count), "masked: \(masked.prefix(10))")
        print("ordinary logs: \(lines.count) lines, \(masked.count) masked")
    }
}
