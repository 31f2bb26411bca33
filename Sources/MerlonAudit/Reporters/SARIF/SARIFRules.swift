import MerlonCore

/// The rules of a run as SARIF reporting descriptors, with the taxonomies that they refer to.
struct SARIFRules {
    private let rules: [RuleMetadata]
    private let indexes: [String: Int]

    /// A rule that only a finding names gets no descriptor, so its result has no index.
    init(_ rules: [RuleMetadata]) {
        var ids = Set<String>()
        self.rules = rules.filter { ids.insert($0.id).inserted }.sorted { $0.id < $1.id }
        indexes = Dictionary(uniqueKeysWithValues: self.rules.enumerated().map { ($1.id, $0) })
    }

    func index(of rule: String) -> Int? { indexes[rule] }

    func driver(version: String) -> JSONValue {
        [
            "name": "Merlon",
            "version": .string(version),
            "shortDescription": ["text": "Audits iOS apps against OWASP MASVS."],
            "rules": .array(rules.map(descriptor)),
            "supportedTaxonomies": .array(
                Self.taxonomyNames.enumerated().map { ["name": .string($1), "index": .count($0)] }),
        ]
    }

    static let taxonomyNames = ["CWE", "OWASP MASVS"]

    var taxonomies: [JSONValue] {
        let weaknesses = Set(rules.flatMap(\.cwe)).sorted().map { (id: String($0), name: "CWE-\($0)") }
        let controls = Set(rules.flatMap(\.controls)).sorted().map { id in
            (id: id, name: MASVSControl.all.first { $0.id == id }?.title ?? id)
        }
        return [
            taxonomy("CWE", "MITRE", "The MITRE Common Weakness Enumeration", weaknesses),
            taxonomy("OWASP MASVS", "OWASP", "The OWASP Mobile Application Security Verification Standard, version 2", controls),
        ]
    }

    private func taxonomy(_ name: String, _ organization: String, _ description: String, _ taxa: [(id: String, name: String)]) -> JSONValue
    {
        [
            "name": .string(name), "organization": .string(organization), "shortDescription": ["text": .string(description)],
            "taxa": .array(taxa.map { ["id": .string($0.id), "shortDescription": ["text": .string($0.name)]] }),
        ]
    }

    private func descriptor(_ rule: RuleMetadata) -> JSONValue {
        let relations =
            rule.cwe.map { relationship(String($0), taxonomy: 0) } + rule.controls.map { relationship($0, taxonomy: 1) }
        return [
            "id": .string(rule.id),
            "shortDescription": SARIFText.message(rule.title),
            "fullDescription": SARIFText.message(rule.rationale),
            "help": ["text": .string(SARIFText.escaped(Self.help(rule))), "markdown": .string(Self.markdown(rule))],
            "defaultConfiguration": ["level": .string(rule.severity.sarifLevel)],
            "relationships": .array(relations),
            "properties": [
                "tags": .strings(
                    ["security", "MASVS-\(rule.area.rawValue)"] + rule.controls + rule.tests + rule.weaknesses
                        // The form in which code-scanning services look for CWE numbers.
                        + rule.cwe.map { "external/cwe/cwe-\(String(("000" + String($0)).suffix(max(3, String($0).count))))" }),
                "security-severity": .string(rule.severity.securityScore),
            ],
        ]
    }

    private func relationship(_ id: String, taxonomy: Int) -> JSONValue {
        [
            "target": [
                "id": .string(id), "toolComponent": ["name": .string(Self.taxonomyNames[taxonomy]), "index": .count(taxonomy)],
            ], "kinds": ["relevant"],
        ]
    }

    static func references(_ rule: RuleMetadata) -> [String] {
        rule.controls + rule.tests + rule.weaknesses + rule.cwe.map { "CWE-\($0)" }
    }

    private static func help(_ rule: RuleMetadata) -> String {
        var text = "\(rule.rationale)\n\nFix: \(rule.fix.text)"
        if let api = rule.fix.api { text += "\nMerlon: \(api)\(rule.fix.isPlanned ? " (planned)" : "")" }
        return text + "\n\n\(references(rule).joined(separator: ", "))"
    }

    private static func markdown(_ rule: RuleMetadata) -> String {
        var text = "\(rule.rationale)\n\n**Fix:** \(rule.fix.text)"
        if let api = rule.fix.api { text += "\n\n**Merlon:** `\(api)`\(rule.fix.isPlanned ? " (planned)" : "")" }
        return text + "\n\n\(references(rule).map { "`\($0)`" }.joined(separator: " · "))"
    }
}
