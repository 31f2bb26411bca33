import Foundation
@testable import MerlonAudit
import MerlonCore
import Testing

/// The privacy manifests of Merlon's own libraries say of what their sources use, no less and no more: by the list that the audit's rule knows.
@Suite struct OwnPrivacyManifestTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Apple: "Describing use of required reason API". The approved reasons of each category.
    private static let reasons: [String: Set<String>] = [
        "NSPrivacyAccessedAPICategoryFileTimestamp": ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"],
        "NSPrivacyAccessedAPICategorySystemBootTime": ["35F9.1", "8FFB.1", "3D61.1"],
        "NSPrivacyAccessedAPICategoryDiskSpace": ["85F4.1", "E174.1", "7D9E.1", "B728.1"],
        "NSPrivacyAccessedAPICategoryActiveKeyboards": ["3EC4.1", "54BD.1"],
        "NSPrivacyAccessedAPICategoryUserDefaults": ["CA92.1", "1C8F.1", "C56D.1", "AC6B.1"],
    ]

    private static let packageManifest = (try? String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)) ?? ""

    /// The library products, each of which has a target of the same name.
    private static let libraries = packageManifest.components(separatedBy: ".library(name: \"").dropFirst().map {
        String($0.prefix { $0 != "\"" })
    }

    @Test func everyCategoryHasReasons() { #expect(Set(RequiredReason.all.map(\.category)) == Set(Self.reasons.keys)) }

    @Test func librariesAreFound() { #expect(Self.libraries.contains("MerlonVault") && Self.libraries.count >= 9) }

    @Test(arguments: libraries)
    func manifestSaysWhatIsUsed(_ library: String) throws {
        let used = try Self.usedCategories(of: library)
        let declared = try Self.declared(by: library)
        for (category, places) in used where declared?[category] == nil {
            Issue.record("\(library) uses \(places.prefix(3)): add \(category) to Sources/\(library)/PrivacyInfo.xcprivacy")
        }
        for (category, given) in declared ?? [:] {
            #expect(used[category] != nil, "\(library): \(category) is declared, and nothing uses it")
            #expect(!given.isEmpty && Self.reasons[category]?.isSuperset(of: given) == true, "\(library): \(category) for \(given)")
        }
        // The bundle carries it only where Package.swift says so; in a target without one, the file would be missed.
        let target =
            Self.packageManifest.components(separatedBy: "\n        .target(").dropFirst().first { $0.contains("name: \"\(library)\",") }
            ?? ""
        #expect(
            target.contains("exclude: foreignResources") == (declared != nil)
                && target.contains("resources: privacyManifest") == (declared != nil))
    }

    @Test func usesAreSeen() {
        let uses = { (text: String) in Set(Self.uses(in: text).keys) }
        #expect(uses("lstat(path, &status)") == ["NSPrivacyAccessedAPICategoryFileTimestamp"])
        #expect(uses("values.contentModificationDate; [.creationDateKey]") == ["NSPrivacyAccessedAPICategoryFileTimestamp"])
        #expect(uses("ProcessInfo.processInfo.systemUptime") == ["NSPrivacyAccessedAPICategorySystemBootTime"])
        #expect(uses("mach_absolute_time()") == ["NSPrivacyAccessedAPICategorySystemBootTime"])
        #expect(
            uses("try url.resourceValues(forKeys: [.volumeAvailableCapacityForImportantUsageKey])") == [
                "NSPrivacyAccessedAPICategoryDiskSpace"
            ])
        #expect(uses("[FileAttributeKey.systemFreeSize]; statfs(path, &s)") == ["NSPrivacyAccessedAPICategoryDiskSpace"])
        #expect(uses("UITextInputMode.activeInputModes") == ["NSPrivacyAccessedAPICategoryActiveKeyboards"])
        #expect(uses("let defaults = UserDefaults.standard") == ["NSPrivacyAccessedAPICategoryUserDefaults"])
        #expect(
            uses("var status = stat() // lstat(path, &s)\nlet name = \"UserDefaults lstat(x, y)\"; /* statfs(a, b) */ fstatus(x)") == [])
    }

    // MARK: What the manifests say

    private static func declared(by library: String) throws -> [String: [String]]? {
        let file = root.appendingPathComponent("Sources/\(library)/PrivacyInfo.xcprivacy")
        guard let data = FileManager.default.contents(atPath: file.path) else { return nil }
        let list = try PropertyListReader.read(Array(data))
        #expect(list["NSPrivacyTracking"]?.boolean == false, "\(library)")
        #expect(list["NSPrivacyTrackingDomains"]?.array == [] && list["NSPrivacyCollectedDataTypes"]?.array == [], "\(library)")
        let entries = try #require(list["NSPrivacyAccessedAPITypes"]?.array)
        return Dictionary(
            entries.map { entry in
                (
                    entry["NSPrivacyAccessedAPIType"]?.string ?? "",
                    (entry["NSPrivacyAccessedAPITypeReasons"]?.array ?? []).compactMap(\.string)
                )
            }
        ) { $0 + $1 }
    }

    // MARK: What the sources use

    /// The categories that a library uses on Apple's systems, in Swift or in the C targets that it imports, and where.
    private static func usedCategories(of library: String) throws -> [String: [String]] {
        var targets = [library]
        for text in try sources(of: library).map(\.text) {
            for line in text.split(separator: "\n") where line.contains("import CMerlon") {
                let name = String(line.split(separator: " ").last ?? "")
                if !targets.contains(name) { targets.append(name) }
            }
        }
        var used: [String: [String]] = [:]
        for target in targets {
            for (name, text) in try sources(of: target) {
                for (category, words) in uses(in: text) { used[category, default: []] += words.map { "\(name): \($0)" } }
            }
        }
        return used
    }

    private static func sources(of target: String) throws -> [(name: String, text: String)] {
        let folder = root.appendingPathComponent("Sources/\(target)")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)).compactMap { $0 as? URL }
        return try files.filter { ["swift", "c", "m", "h"].contains($0.pathExtension) && !$0.path.lowercased().contains("linux") }.map {
            ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
        }
    }

    private static func uses(in text: String) -> [String: [String]] {
        let all = RequiredReason.all.map { ($0.category, Set($0.uses.flatMap(spellings))) }
        // Most files have none of the names, in comments or elsewhere.
        guard all.contains(where: { $0.1.contains { text.contains($0.trimmingCharacters(in: ["(", "."])) } }) else { return [:] }
        let words = self.words(of: text)
        var found: [String: [String]] = [:]
        for (category, spellings) in all {
            let hits = words.filter(spellings.contains)
            if !hits.isEmpty { found[category] = hits.sorted() }
        }
        return found
    }

    /// How Swift and C write an interface that the rule knows by its symbol, class or selector.
    private static func spellings(of use: CodeUse) -> [String] {
        switch use {
        case .symbol(let symbol) where symbol.hasPrefix("_NS"):
            // NSFileSystemFreeSize is .systemFreeSize of FileAttributeKey; NSURLCreationDateKey is .creationDateKey, and .creationDate of the values.
            let name = symbol.dropFirst(3).dropFirst(symbol.hasPrefix("_NSFile") ? 4 : 3)
            let member = "." + name.prefix(1).lowercased() + name.dropFirst()
            return [String(symbol.dropFirst()), member] + (member.hasSuffix("Key") ? [String(member.dropLast(3))] : [])
        case .symbol(let symbol): return [symbol.dropFirst() + "("]
        case .selector(let name): return [name, "." + name]
        case .objectiveCClass(let name): return [name, String(name.dropFirst(2)), "." + name.dropFirst(2)]
        case .symbols, .string: return []
        }
    }

    /// The identifiers outside of comments and literals: with the dot before a member, and the bracket of a call that has arguments or is C's.
    private static func words(of text: String) -> Set<String> {
        let code = self.code(of: Array(text.utf8))
        let isPart = { (byte: UInt8) in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
        }
        var words: Set<String> = []
        var index = 0
        while index < code.count {
            guard isPart(code[index]) else {
                index += 1
                continue
            }
            let end = code[index...].firstIndex { !isPart($0) } ?? code.count
            let word = String(decoding: code[index..<end], as: UTF8.self)
            let isMember = index > 0 && code[index - 1] == UInt8(ascii: ".")
            words.insert(isMember ? "." + word : word)
            // `stat()` makes Swift's structure of that name; the functions take arguments, but for mach_absolute_time.
            if !isMember, code[end...].starts(with: "(".utf8), word != "stat" || !code[end...].starts(with: "()".utf8) {
                words.insert(word + "(")
            }
            index = end
        }
        return words
    }

    /// The text without comments and literals.
    private static func code(of text: [UInt8]) -> [UInt8] {
        var code: [UInt8] = []
        var index = 0
        /// The place behind the next `mark`.
        func skip(to mark: String, from start: Int) -> Int {
            let mark = Array(mark.utf8)
            var place = start
            while place < text.count, !text[place...].starts(with: mark) { place += 1 }
            return min(place + mark.count, text.count)
        }
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "/") where text[index...].starts(with: "//".utf8): index = skip(to: "\n", from: index)
            case UInt8(ascii: "/") where text[index...].starts(with: "/*".utf8): index = skip(to: "*/", from: index)
            case UInt8(ascii: "\"") where text[index...].starts(with: "\"\"\"".utf8): index = skip(to: "\"\"\"", from: index + 3)
            case UInt8(ascii: "\""):
                index += 1
                while index < text.count, text[index] != UInt8(ascii: "\""), text[index] != 0x0A {
                    index += text[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                index += 1
            default:
                code.append(text[index])
                index += 1
            }
        }
        return code
    }
}
