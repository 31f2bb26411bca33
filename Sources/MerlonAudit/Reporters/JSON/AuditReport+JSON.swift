import MerlonCore

extension AuditReport {
    /// Reads a report that ``JSONReporter`` wrote, of this first number of the format's version.
    ///
    /// - Parameters:
    ///   - text: At most 256 MiB.
    ///   - path: Where it is from, for the text of the error.
    public init(parsing text: [UInt8], path: String) throws(AuditError) {
        let document: JSONCursor
        do { document = JSONCursor(try JSONValue(parsing: text, limits: JSONLimits(size: 256 << 20)), file: path) } catch {
            throw AuditError(.malformed, at: path, offset: UInt64(error.offset), "not JSON: \(error.code.rawValue)")
        }
        let version = try document["schemaVersion"].string
        guard version.split(separator: ".").first == JSONReporter.schemaVersion.split(separator: ".").first else {
            throw AuditError(.unsupported, at: path, "a report of format \(version); this Merlon reads \(JSONReporter.schemaVersion)")
        }
        self.init(
            toolVersion: try document["tool"]["version"].string, at: try document["at"].time,
            targets: try document["targets"].list { (target) throws(AuditError) in try TargetReport(target) },
            profile: try document.optional("profile").map { (written) throws(AuditError) in
                guard let profile = Profile(try written.string) else { throw written.error("no profile such as L1+L2") }
                return profile
            },
            baseline: try document.optional("baseline").map { (use) throws(AuditError) in try BaselineUse(use) })
    }
}

extension TargetReport {
    fileprivate init(_ json: JSONCursor) throws(AuditError) {
        self.init(
            path: try json["path"].string, failure: try json.optional("failure")?.string,
            artifacts: try json["artifacts"].list { (artifact) throws(AuditError) in try ArtifactSummary(artifact) },
            findings: try json["findings"].list { (finding) throws(AuditError) in try Finding(finding) },
            suppressed: try json["suppressed"].list { (held) throws(AuditError) in
                SuppressedFinding(finding: try Finding(try held["finding"]), reason: try held["reason"].string)
            },
            verdicts: try json["verdicts"].list { (verdict) throws(AuditError) in try TestVerdict(verdict) },
            inventory: try json["inventory"].list { (component) throws(AuditError) in
                Component(
                    name: try component["name"].string, version: try component.optional("version")?.string,
                    path: try component["path"].string)
            },
            notes: try json["notes"].strings)
    }
}

extension ArtifactSummary {
    fileprivate init(_ json: JSONCursor) throws(AuditError) {
        self.init(
            kind: try json["kind"].one(of: Artifact.Kind.self), path: try json["path"].string, name: try json["name"].string,
            identifier: try json.optional("identifier")?.string, version: try json.optional("version")?.string,
            architectures: try json["architectures"].strings, platform: try json.optional("platform")?.string,
            minimumOS: try json.optional("minimumOS")?.string, team: try json.optional("team")?.string,
            isEncrypted: try json["isEncrypted"].boolean,
            runtimes: try json["runtimes"].list { (runtime) throws(AuditError) in try runtime.one(of: AppRuntime.self) })
    }
}

extension Finding {
    fileprivate init(_ json: JSONCursor) throws(AuditError) {
        self.init(
            rule: try json["rule"].string, artifact: try json["artifact"].string, severity: try json["severity"].one(of: Severity.self),
            confidence: try json["confidence"].one(of: Confidence.self), message: try json["message"].string,
            evidence: try json["evidence"].list { (evidence) throws(AuditError) in try Evidence(evidence) },
            tests: try json["tests"].strings)
    }
}

extension Evidence {
    fileprivate init(_ json: JSONCursor) throws(AuditError) {
        var address: UInt64?
        if let written = json.optional("address") {
            let text = try written.string
            guard text.hasPrefix("0x"), let value = UInt64(text.dropFirst(2), radix: 16) else {
                throw written.error("no address such as 0x100004000")
            }
            address = value
        }
        self.init(
            file: try json["file"].string, architecture: try json.optional("architecture")?.string, address: address,
            symbol: try json.optional("symbol")?.string, plistKey: try json.optional("plistKey")?.string,
            line: try json.optional("line")?.count, detail: try json["detail"].string)
    }
}

extension TestVerdict {
    fileprivate init(_ json: JSONCursor) throws(AuditError) {
        let test = try json["test"].string
        var attestation: Attestation?
        if let answer = json.optional("attestation") {
            attestation = Attestation(
                test: test, answer: try answer["answer"].one(of: State.self), by: try answer["by"].string, at: try answer["at"].time,
                because: try answer["because"].string)
        }
        self.init(
            test: test, state: try json["state"].one(of: State.self), reason: try json["reason"].string, rules: try json["rules"].strings,
            evidence: try json["evidence"].list { (evidence) throws(AuditError) in try Evidence(evidence) }, attestation: attestation,
            heldBack: try json["heldBack"].count)
    }
}

extension BaselineUse {
    fileprivate init(_ json: JSONCursor) throws(AuditError) {
        func entries(_ name: String) throws(AuditError) -> [BaselineEntry] {
            try json[name].list { (entry) throws(AuditError) in try BaselineEntry(entry.value, at: "\(entry.file): \(entry.path)") }
        }
        self.init(
            used: try json["used"].count, expired: try entries("expired"), unused: try entries("unused"), unknown: try entries("unknown"))
    }
}
