public import MerlonCore

/// People's answers to tests that a tool cannot decide, as they are kept in a file with the app.
///
/// ```json
/// {
///   "version": 1,
///   "answers": [
///     {
///       "test": "MASTG-TEST-0290",
///       "answer": "pass",
///       "by": "J. Doe",
///       "at": "2026-11-30",
///       "because": "Every screen is covered in the app switcher: looked at all 14."
///     }
///   ]
/// }
/// ```
public struct AttestationFile: Hashable, Sendable {
    /// The answers, at most one a test.
    public var answers: [Attestation]

    /// Makes a file of the given answers.
    public init(answers: [Attestation]) { self.answers = answers }

    /// Reads a file; nothing in it is optional and nothing else may stand in it.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8, at most 4 MiB.
    ///   - path: Names the file in errors.
    ///   - now: An answer may not be given later than a day after it (a date has no time zone).
    /// - Throws: `malformed` with the place in the file, such as `attest.json: answers[2].at`.
    public init(parsing text: [UInt8], path: String, now: WallTime) throws(AuditError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: text, limits: JSONLimits(size: 4 << 20, depth: 8))
        } catch {
            throw AuditError(.malformed, at: path, offset: UInt64(error.offset), error.code.rawValue)
        }
        let reader = AttestationReader(path: path, now: now)
        answers = try reader.answers(value)
    }

    /// The file's text, answers in the order of their tests.
    public var serialized: String {
        let entries = answers.sorted { $0.test < $1.test }.map { answer -> JSONValue in
            [
                "test": .string(answer.test), "answer": .string(answer.answer.rawValue), "by": .string(answer.by),
                "at": .string(answer.at.iso8601), "because": .string(answer.because),
            ]
        }
        return JSONValue.object(["version": 1, "answers": .array(entries)]).serialized(pretty: true)
    }
}

/// Checks a file of answers member by member, so that an error can say where.
private struct AttestationReader {
    let path: String
    let now: WallTime

    func answers(_ value: JSONValue) throws(AuditError) -> [Attestation] {
        let members = try object(value, at: "", ["version", "answers"])
        guard members["version"]?.integer == 1 else { throw error("version", "expected 1") }
        guard let entries = members["answers"]?.array else { throw error("answers", "expected an array") }
        var answers: [Attestation] = []
        var places: [String: Int] = [:]
        for (index, entry) in entries.enumerated() {
            let answer = try self.answer(entry, at: "answers[\(index)]")
            if let first = places.updateValue(index, forKey: answer.test) {
                throw error("answers[\(index)].test", "\(answer.test) is already answered in answers[\(first)]")
            }
            answers.append(answer)
        }
        return answers
    }

    private func answer(_ value: JSONValue, at place: String) throws(AuditError) -> Attestation {
        let members = try object(value, at: place, ["test", "answer", "by", "at", "because"])
        let test = try text(members, "test", at: place)
        guard MASTGTest.test(test) != nil else { throw error("\(place).test", "no test of the MASTG for iOS: \(test)") }
        let answerText = try text(members, "answer", at: place)
        guard let answer = TestVerdict.State(rawValue: answerText), [.pass, .fail, .notApplicable].contains(answer) else {
            throw error("\(place).answer", "expected pass, fail or not-applicable: \(answerText)")
        }
        let date = try text(members, "at", at: place)
        guard let time = WallTime(iso8601: date) else {
            throw error("\(place).at", "expected a date such as 2026-11-30 or 2026-11-30T09:55:00Z: \(date)")
        }
        guard time.seconds <= now.seconds + 86_400 else { throw error("\(place).at", "lies in the future: \(date)") }
        return Attestation(
            test: test, answer: answer, by: try text(members, "by", at: place), at: time,
            because: try text(members, "because", at: place))
    }

    private func object(_ value: JSONValue, at place: String, _ names: [String]) throws(AuditError) -> [String: JSONValue] {
        guard let members = value.object else { throw error(place, "expected an object") }
        let prefix = place.isEmpty ? "" : place + "."
        if let foreign = members.keys.filter({ !names.contains($0) }).min() { throw error(prefix + foreign, "unknown member") }
        if let missing = names.first(where: { members[$0] == nil }) { throw error(prefix + missing, "is missing") }
        return members
    }

    private func text(_ members: [String: JSONValue], _ name: String, at place: String) throws(AuditError) -> String {
        guard let text = members[name]?.string else { throw error("\(place).\(name)", "expected a string") }
        guard text.contains(where: { !$0.isWhitespace }) else { throw error("\(place).\(name)", "is empty") }
        return text
    }

    private func error(_ place: String, _ reason: String) -> AuditError {
        AuditError(.malformed, at: place.isEmpty ? path : "\(path): \(place)", reason)
    }
}
