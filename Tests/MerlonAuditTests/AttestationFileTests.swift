import MerlonAudit
import MerlonCore
import Testing

@Suite struct AttestationFileTests {
    static let now = WallTime(seconds: 1_767_225_600)

    static func read(_ text: String) throws(AuditError) -> AttestationFile {
        try AttestationFile(parsing: Array(text.utf8), path: "a.json", now: now)
    }

    static func file(
        test: String = "MASTG-TEST-0290", answer: String = "pass", by: String = "Jo", at: String = "2025-12-30", because: String = "Looked."
    ) -> String {
        #"{"version":1,"answers":[{"test":"\#(test)","answer":"\#(answer)","by":"\#(by)","at":"\#(at)","because":"\#(because)"}]}"#
    }

    @Test func readsWhatItWrote() throws {
        let file = try Self.read(Self.file())
        #expect(file.answers.map(\.test) == ["MASTG-TEST-0290"])
        #expect(file.answers.map(\.answer) == [.pass])
        #expect(try Self.read(file.serialized) == file)
        #expect(try Self.read(#"{"version":1,"answers":[]}"#).answers.isEmpty)
    }

    /// A file that is not accepted, and the place that the error names.
    static let refused: [(String, String)] = [
        ("", "a.json"), ("[]", "a.json: expected"), ("{}", "version"), (#"{"version":2,"answers":[]}"#, "version"),
        (#"{"version":1}"#, "answers"), (#"{"version":1,"answers":{}}"#, "answers"),
        (#"{"version":1,"answers":[],"more":1}"#, "more: unknown"), (#"{"version":1,"answers":[1]}"#, "answers[0]: expected"),
        (file(test: "MASTG-TEST-0001"), "answers[0].test"), (file(test: "mastg-test-0290"), "answers[0].test"),
        (file(test: "MASTG-TEST-0290 "), "answers[0].test"), (file(answer: "manual"), "answers[0].answer"),
        (file(answer: "PASS"), "answers[0].answer"), (file(answer: "not-decidable"), "answers[0].answer"),
        (file(answer: ""), "answers[0].answer"),
        (file(by: ""), "answers[0].by"), (file(by: "  "), "answers[0].by"), (file(because: ""), "answers[0].because"),
        (file(at: "yesterday"), "answers[0].at"), (file(at: "2025-02-30"), "answers[0].at"), (file(at: "2026-01-03"), "answers[0].at"),
        (file(at: "30.12.2025"), "answers[0].at"),
        (
            #"{"version":1,"answers":[{"test":"MASTG-TEST-0290","answer":"pass","by":"Jo","at":"2025-12-30"}]}"#,
            "answers[0].because: is missing"
        ),
        (#"{"version":1,"answers":[{"test":"MASTG-TEST-0290","answer":"pass","by":1,"at":"2025-12-30","because":"x"}]}"#, "answers[0].by"),
        (
            #"{"version":1,"answers":[{"test":"MASTG-TEST-0290","answer":"pass","by":"Jo","at":"2025-12-30","because":"x"},"#
                + #"{"test":"MASTG-TEST-0290","answer":"fail","by":"Jo","at":"2025-12-30","because":"x"}]}"#, "answers[1].test"
        ),
    ]

    @Test func namesThePlaceOfWhatItRefuses() {
        for (text, place) in Self.refused {
            do throws(AuditError) {
                _ = try Self.read(text)
                Issue.record("accepted: \(text)")
            } catch {
                #expect(error.code == .malformed)
                #expect(error.description.hasPrefix("a.json") && error.description.contains(place), "\(error) for \(text)")
            }
        }
    }

    @Test func everyCutIsRefused() throws {
        let text = Array(Self.file().utf8)
        for length in 0..<text.count {
            #expect(throws: AuditError.self) { try AttestationFile(parsing: Array(text[..<length]), path: "a.json", now: Self.now) }
        }
    }
}
