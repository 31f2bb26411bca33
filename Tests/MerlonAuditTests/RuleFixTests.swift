import Foundation
import MerlonAudit
import Testing

/// The interfaces that fixes point to are in the package, or are said to be planned.
@Suite struct RuleFixTests {
    /// The modules of the design; a planned interface belongs to one of them.
    static let modules: Set<String> = [
        "MerlonCore", "MerlonCrypto", "MerlonMachO", "MerlonVault", "MerlonAuth", "MerlonPinning", "MerlonRuntime", "MerlonPrivacy",
        "MerlonAudit",
    ]

    @Test func fixesPointToWhatExists() throws {
        let sources = RuleReferenceTests.root.appendingPathComponent("Sources")
        var declared: [String: Set<String>] = [:]
        for fix in RuleRegistry.all.map(\.metadata.fix) {
            guard let api = fix.api else { continue }
            let parts = api.split(separator: ".").map(String.init)
            try #require(parts.count >= 2, "\(api): expected Module.Type")
            #expect(Self.modules.contains(parts[0]), "\(api): no module of the design")
            if declared[parts[0]] == nil { declared[parts[0]] = Self.publicTypes(in: sources.appendingPathComponent(parts[0])) }
            let exists = declared[parts[0]]?.contains(parts[1]) == true
            #expect(exists || fix.isPlanned, "\(api) does not exist: mark it isPlanned")
        }
    }

    /// Names of all public types that are declared under the folder; empty when there is none.
    static func publicTypes(in folder: URL) -> Set<String> {
        var names: Set<String> = []
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        for file in files where file.pathExtension == "swift" {
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            // A file for one platform stands as a whole under one condition, its types one step in.
            let indentation = text.hasPrefix("#if ") ? "    " : ""
            for line in text.split(separator: "\n").map({ $0.replacing("@MainActor ", with: "") })
            where line.hasPrefix(indentation + "public ") || line.hasPrefix(indentation + "open ") {
                let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
                if let keyword = words.firstIndex(where: ["struct", "class", "enum", "actor", "protocol", "typealias"].contains),
                    words.indices.contains(keyword + 1)
                {
                    names.insert(words[keyword + 1])
                }
            }
        }
        return names
    }

    @Test func typesAreFound() {
        let found = Self.publicTypes(in: RuleReferenceTests.root.appendingPathComponent("Sources/MerlonAudit"))
        #expect(found.isSuperset(of: ["Artifact", "Rule", "MASVSArea"]) && !found.contains("NoSuchType"))
    }
}
