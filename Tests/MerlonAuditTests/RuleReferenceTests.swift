import Foundation
import MerlonAudit
import Testing

/// What is generated from the rules stands in the repository as it would be generated now.
@Suite struct RuleReferenceTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Writes the pages instead when `Scripts/generate-rules --reference` asks for it.
    @Test func ruleReferenceIsFresh() throws {
        let folder = Self.root.appendingPathComponent("Documentation")
        let isWriting = ProcessInfo.processInfo.environment["MERLON_WRITE_RULE_REFERENCE"] == "1"
        for page in RuleReference.pages(RuleRegistry.all) {
            let file = folder.appendingPathComponent(page.path)
            if isWriting {
                try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(page.text.utf8).write(to: file)
            }
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            #expect(text == page.text, "\(page.path) is stale: run Scripts/generate-rules --reference")
        }
    }

    @Test func registryNamesEveryRuleFile() throws {
        let rules = Self.root.appendingPathComponent("Sources/MerlonAudit/Rules")
        let areas = try FileManager.default.contentsOfDirectory(atPath: rules.path).filter { !$0.contains(".") }
        let files = try areas.flatMap { try FileManager.default.contentsOfDirectory(atPath: rules.appendingPathComponent($0).path) }
        let expected = files.filter { $0.hasSuffix("Rule.swift") }.map { String($0.dropLast(6)) }
        #expect(!expected.isEmpty)
        #expect(Set(expected) == Set(RuleRegistry.all.map { String(describing: type(of: $0)) }), "run Scripts/generate-rules")
        #expect(expected.count == RuleRegistry.all.count)
    }
}
