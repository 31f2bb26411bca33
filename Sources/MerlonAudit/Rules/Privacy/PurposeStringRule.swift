import MerlonCore

/// Protected resources that the code asks for and that no purpose string explains.
struct PurposeStringRule: Rule {
    let metadata = RuleMetadata(
        id: "privacy-purpose-string",
        title: "A purpose string is missing or says nothing",
        area: .privacy,
        controls: ["MASVS-PRIVACY-1", "MASVS-PRIVACY-3"],
        tests: ["MASTG-TEST-0360"],
        weaknesses: ["MASWE-0117"],
        cwe: [250, 359],
        severity: .medium,
        rationale: """
            The system shows the purpose string when it asks the user for a protected resource. Without it the app is ended at that point; with \
            an empty or general one the user cannot know what they agree to.
            """,
        fix: Fix("Say in Info.plist, in a full sentence, what the resource is used for; remove the interface where there is no purpose."),
        examples: [
            .bad("the camera without a string", .example(classes: ["AVCaptureSession"])),
            .bad("an empty string", .example(plist: ["NSContactsUsageDescription": ""], classes: ["CNContactStore"])),
            .bad(
                "asked for by a framework of the app",
                .example(children: [.example(.framework, classes: ["CNContactStore"])])),
            .bad("a placeholder", .example(plist: ["NSContactsUsageDescription": "TODO"], classes: ["CNContactStore"])),
            .bad(
                "a text that says no more than the system's question",
                .example(plist: ["NSCameraUsageDescription": "This app requires access to your camera."], classes: ["AVCaptureSession"])),
            .good("no protected resource", .example(classes: ["UILabel"])),
            RuleExample(
                "a string that a person has to judge", expects: .manual,
                .example(plist: ["NSCameraUsageDescription": "Scans the code on your invoice."], classes: ["AVCaptureSession"])),
            RuleExample("a framework by itself", expects: .notApplicable, .example(.framework, classes: ["CNContactStore"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard artifact.kind != .framework else { return .notApplicable(because: "purpose strings belong to the app") }
        return artifact.judgeInfoPlist { plist in
            let declared = (plist.dictionary ?? [:]).filter { $0.key.hasSuffix("UsageDescription") }.sorted { $0.key < $1.key }
            guard artifact.kind != .source else { return judgeDeclared(declared, [], artifact) }
            return artifact.judgeCode(of: artifact.processBinaries, in: context) { code in
                let used = ProtectedResource.all.filter { code.uses($0.uses) }
                let findings = used.compactMap { finding($0, plist, code, artifact) }
                return findings.isEmpty ? judgeDeclared(declared, used, artifact) : .findings(findings)
            }
        }
    }

    private func finding(_ resource: ProtectedResource, _ plist: PropertyList, _ code: CodeView, _ artifact: Artifact) -> Finding? {
        let texts = resource.keys.compactMap { key in plist[key]?.string.map { (key: key, text: $0, quality: PurposeText.quality(of: $0)) }
        }
        let said = texts.filter { $0.quality != .empty }
        guard !said.isEmpty else {
            let state = texts.isEmpty ? "is missing" : "is empty"
            return finding(
                "The code asks for \(resource.name), and the purpose string \(state).", at: artifact,
                [artifact.plistEvidence(resource.keys[0], "\(resource.keys[0]) \(state)")] + code.places(of: resource.uses).prefix(10))
        }
        let places = said.filter { $0.quality != .specific }.map { artifact.plistEvidence($0.key, "\"\($0.text)\"") }
        guard !places.isEmpty else { return nil }
        return finding(
            "The purpose string for \(resource.name) does not say what for.", at: artifact,
            places + code.places(of: resource.uses).prefix(10),
            severity: .low)
    }

    private func judgeDeclared(_ declared: [(key: String, value: PropertyList)], _ used: [ProtectedResource], _ artifact: Artifact)
        -> RuleOutcome
    {
        guard !declared.isEmpty else { return .pass(examined: "interfaces of protected resources, and purpose strings") }
        let keys = Set(used.flatMap(\.keys))
        return .manual(
            lookAt: "Read each purpose string and see that it says what the app in truth does with the resource.",
            evidence: declared.map { key, value in
                let remark = keys.contains(key) ? "" : " (no interface for it was seen)"
                return artifact.plistEvidence(key, "\"\(value.string ?? "")\"\(remark)")
            })
    }
}
