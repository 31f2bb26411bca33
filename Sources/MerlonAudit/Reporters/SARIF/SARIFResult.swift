import MerlonCore

/// One finding as a SARIF result.
struct SARIFResult {
    let finding: Finding
    let target: String
    let rules: SARIFRules

    init(_ finding: Finding, in target: String, _ rules: SARIFRules) {
        self.finding = finding
        self.target = target
        self.rules = rules
    }

    /// - Parameter suppressions: the reasons that hold it back; `nil` when the run does not mark suppression at all.
    func json(suppressions: [String]?) -> JSONValue {
        let shown = finding.evidence.prefix(SARIFReporter.locationLimit)
        let more = finding.evidence.count - shown.count
        return .members([
            "ruleId": .string(finding.rule),
            "ruleIndex": rules.index(of: finding.rule).map(JSONValue.count),
            "kind": "fail",
            // A tentative finding asks a person and fails no test, so no service should stop a build for it.
            "level": .string(finding.confidence == .tentative ? "note" : finding.severity.sarifLevel),
            "message": SARIFText.message(more > 0 ? "\(finding.message) (and \(more) more places)" : finding.message),
            "locations": .array(shown.enumerated().map { location($1, id: $0 + 1) }),
            "occurrenceCount": .count(max(1, finding.evidence.count)),
            "partialFingerprints": ["merlonPlaces/v1": .string(Fingerprint(of: finding, in: target).text)],
            "suppressions": suppressions.map { reasons in
                .array(reasons.map { ["kind": "external", "status": "accepted", "justification": .string(VisibleText.of($0))] })
            },
            "properties": [
                "severity": .string(finding.severity.rawValue), "confidence": .string(finding.confidence.rawValue),
                "artifact": .string(finding.artifact), "target": .string(target), "places": .count(finding.evidence.count),
                "tags": .strings(finding.tests),
            ],
        ])
    }

    private func location(_ evidence: Evidence, id: Int) -> JSONValue {
        let file: JSONValue = ["uri": .string(SARIFText.uri(target: target, file: evidence.file))]
        var logical: [JSONValue] = []
        if let symbol = evidence.symbol { logical.append(["fullyQualifiedName": .string(VisibleText.of(symbol)), "kind": "function"]) }
        if let key = evidence.plistKey { logical.append(["fullyQualifiedName": .string(VisibleText.of(key)), "kind": "property"]) }
        return .members([
            "id": .count(id),
            "physicalLocation": .members([
                "artifactLocation": file,
                "region": evidence.line.flatMap { $0 > 0 ? ["startLine": .count($0)] : nil },
                // SARIF's integers are signed; an address past that is in the message alone.
                "address": evidence.address.flatMap(Int64.init(exactly:)).map { address in
                    .members([
                        "absoluteAddress": .integer(address), "fullyQualifiedName": .text(evidence.symbol.map { VisibleText.of($0) }),
                    ])
                },
            ]),
            "logicalLocations": logical.isEmpty ? nil : .array(logical),
            "message": SARIFText.message(evidence.architecture.map { "\(evidence.detail) (\($0))" } ?? evidence.detail),
        ])
    }
}

extension Severity {
    var sarifLevel: String {
        switch self {
        case .high: "error"
        case .medium: "warning"
        case .low, .note: "note"
        }
    }

    /// The score that code-scanning services sort by: the middle of the CVSS band of that name.
    var securityScore: String {
        switch self {
        case .high: "8.0"
        case .medium: "5.5"
        case .low: "2.0"
        case .note: "0.0"
        }
    }
}
