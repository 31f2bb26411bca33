import Foundation
import MerlonAudit
import MerlonCore
import Testing

@Suite struct AuditOfRealBinariesTests {
    private static let interests = CodeInterests(of: RuleRegistry.all)

    @Test(.enabled(if: RealBinaries.arePresent, RealBinaries.missing), arguments: RealBinaries.packages)
    func everyBinaryIsAudited(_ package: RealBinaries.Package) async throws {
        var audited = 0
        for file in package.files {
            guard let expected = try Objdump.slices(of: file), !expected.isEmpty else { continue }
            let content = try await FileTargetReader().read(file.path, locating: Self.interests) { _, _ in }
            let artifact = try #require(content.artifacts.first)
            // Code of processors that are out of use is not searched, which the report says.
            let notes = content.notes.filter { !$0.hasSuffix("code of i386 is not searched") && !$0.contains("code of ppc") }
            #expect(notes == [], "\(file.path)")
            #expect(artifact.binaries.first?.slices.map(SliceListing.init) == expected, "\(file.path)")
            #expect(try await verdicts(on: content).count == MASTGTest.all.count, "\(file.path)")
            audited += 1
        }
        #expect(audited > 0)
    }

    @Test(.enabled(if: RealBinaries.arePresent, RealBinaries.missing)) func frameworksOfAnAppAreArtifactsOfTheirOwn() async throws {
        let content = try await FileTargetReader().read(RealBinaries.ipa.path, locating: Self.interests) { _, _ in }
        let app = try #require(content.artifacts.first)
        #expect(content.notes == [])
        let modules = RealBinaries.packages.filter { $0.platform == "ios" }.flatMap(\.files).filter { $0.pathExtension == "so" }
        #expect(app.kind == .app)
        #expect(app.children.filter { $0.kind == .framework }.count == modules.count)
        #expect(app.children.allSatisfy { $0.binaries.count == 1 && $0.infoPlist != nil })
        #expect(try await verdicts(on: content).count == MASTGTest.all.count)
    }

    @Test(.enabled(if: RealBinaries.arePresent, RealBinaries.missing)) func bundlesOfMacAppsAreRead() async throws {
        let bundle = try #require(RealBinaries.packages.first { $0.name == "notify_py" }).folder
            .appendingPathComponent("notifypy/os_notifiers/binaries/Notificator.app")
        let content = try await FileTargetReader().read(bundle.path, locating: Self.interests) { _, _ in }
        let app = try #require(content.artifacts.first)
        #expect(app.kind == .app)
        #expect(app.binaries.map(\.path) == ["Contents/MacOS/applet"])
        #expect(app.infoPlist?["CFBundleIdentifier"]?.string == "en.notify.py.python")
    }

    /// Alarms that were raised once, and were false.
    @Test(
        .enabled(if: RealBinaries.arePresent, RealBinaries.missing),
        arguments: [
            // Frames of keys without the key, in a library of Rust.
            ("selenium", "macos/selenium-manager", "crypto-hardcoded-key"),
            // Three functions, none of which has a buffer: no canary, and nothing wrong.
            ("markupsafe", "_speedups.cpython-313-iphoneos.so", "code-stack-canary"),
            // The mark that `strip` leaves.
            ("notify_py", "MacOS/applet", "resilience-debug-symbols"),
        ])
    func falseAlarmsStayAway(package: String, file: String, rule: String) async throws {
        let files = try #require(RealBinaries.packages.first { $0.name == package }).files
        let path = try #require(files.first { $0.path.hasSuffix(file) }).path
        let content = try await FileTargetReader().read(path, locating: Self.interests) { _, _ in }
        let findings = try await report(on: content).findings
        #expect(findings.filter { $0.rule == rule && $0.confidence != .tentative }.map(\.message) == [])
    }

    /// What the rules make of what was read.
    private func verdicts(on content: TargetContent) async throws -> [TestVerdict] { try await report(on: content).verdicts }

    private func report(on content: TargetContent) async throws -> TargetReport {
        let assembler = VerdictAssembler(rules: RuleRegistry.all)
        let engine = AuditEngine(rules: RuleRegistry.all, reader: Read(content: content)) { assembler.assemble($0, $1) }
        let report = await engine.audit(["read"], at: WallTime(seconds: 1_782_000_000), toolVersion: "test")
        let target = try #require(report.targets.first)
        #expect(target.failure == nil)
        #expect(target.findings.allSatisfy { !$0.evidence.isEmpty })
        return target
    }
}

/// Content that was read before.
private struct Read: TargetReader {
    var content: TargetContent

    func read(
        _ path: String, locating interests: CodeInterests, progress: @escaping @Sendable (UInt64, UInt64) -> Void
    ) async throws(AuditError) -> TargetContent { content }
}

extension SliceListing {
    init(_ facts: SliceFacts) {
        let types: [SliceFacts.FileType: String] = [
            .executable: "EXECUTE", .dynamicLibrary: "DYLIB", .bundle: "BUNDLE", .debugSymbols: "DSYM",
        ]
        self.init(
            architecture: facts.architecture, fileType: types[facts.fileType] ?? "?", isPIE: facts.isPIE, isSigned: facts.signature != nil,
            platform: facts.platform, minimumOS: facts.minimumOS, installName: facts.installName, dylibs: facts.dylibs.map(\.name),
            runPaths: facts.runPaths)
    }
}
