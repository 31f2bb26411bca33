import Foundation
import MerlonCore
import MerlonRuntime
import TestSupport
import Testing

/// `Documentation/RuntimeMigration.md` names every call of the other libraries, and nothing of Merlon's that does not exist.
@Suite struct MigrationTableTests {
    /// Public names of the other libraries: SecurityKit 1.8, IOSSecuritySuite 2.3, freeRASP 7.1 for iOS.
    private static let theirs: [String: [String]] = [
        "SecurityKit": [
            "isJailBroken", "isJailBrokenWithErrorMessage", "isJailBrokenWithErrorDetects", "isSimulator", "isReverseEngineered",
            "isReverseEngineeredWithErrorDetect", "isDebugged", "denyDebugger", "isParentPidUnexpected", "isTampered", "isRuntimeHook",
            "isProxied", "isLockdownModeEnable", "stringEncryption", "stringDecryption", "hasSuspiciousEnvironment",
            "isSSLKillSwitchLoaded", "isATSDisabled", "isCodeSignatureModified", "isDevelopmentBuild", "verifyTeamIdentifier",
            "isExceptionPortSet", "getDeviceFingerprint", "aesEncrypt", "aesDecrypt", "hasBreakpointAt", "hasWatchpoint",
            "getMachOFileHashValue", "findLoadedDylibs", "isMSHooked", "denyMSHook", "denySymbolHook", "BlurScreen", "ClipboardProtection",
            "MemoryProtection", "SecureStorage", "ViewProtection", "bundleID", "mobileProvision", "machO",
        ],
        "IOSSecuritySuite": [
            "amIJailbroken", "amIJailbrokenWithFailMessage", "amIJailbrokenWithFailedChecks", "amIRunInEmulator", "amIDebugged",
            "denyDebugger", "isParentPidUnexpected", "amITampered", "amIReverseEngineered", "amIReverseEngineeredWithFailedChecks",
            "amIRuntimeHooked", "amIProxied", "amIInLockdownMode", "amIMSHooked", "denyMSHook", "denySymbolHook", "getMachOFileHashValue",
            "findLoadedDylibs", "hasBreakpointAt", "hasWatchpoint",
        ],
        "their checks": [
            "urlSchemes", "existenceOfSuspiciousFiles", "suspiciousFilesCanBeOpened", "restrictedDirectoriesWriteable", "fork",
            "symbolicLinks", "dyld", "openedPorts", "pSelectFlag", "suspiciousObjCClasses", "environmentVariables",
        ],
        "freeRASP": [
            "signature", "jailbreak", "debugger", "runtimeManipulation", "passcode", "passcodeChange", "simulator", "missingSecureEnclave",
            "systemVPN", "deviceChange", "deviceID", "unofficialStore", "screenshot", "screenRecording", "timeSpoofing",
            "onAllChecksFinished", "blockScreenCapture", "isScreenCaptureBlocked", "storeExternalId", "Talsec.start", "TalsecConfig",
        ],
    ]

    /// Each spelling of the table that is no id, with a use of it that the compiler sees.
    private static func ours() -> [String: Any] {
        [
            "Shield.isJailbroken": { await Shield.isJailbroken }, "Shield.isInSimulator": { await Shield.isInSimulator },
            "Shield.isDebugged": { await Shield.isDebugged }, "Shield.isParentUnexpected": { await Shield.isParentUnexpected },
            "Shield.isReverseEngineered": { await Shield.isReverseEngineered }, "Shield.isTampered": { await Shield.isTampered },
            "Shield.isDevelopmentBuild": { await Shield.isDevelopmentBuild }, "Shield.isHooked": { await Shield.isHooked },
            "Shield.isProxied": { await Shield.isProxied }, "Shield.isBehindVPN": { await Shield.isBehindVPN },
            "Shield.isInLockdownMode": { await Shield.isInLockdownMode },
            "Shield.harden([.denyDebugger])": { Shield.harden([.denyDebugger]) },
            "ShieldAnswer(whether: \"apple-exception-port\", in: facts)": { (facts: FactsSnapshot) in
                ShieldAnswer(whether: "apple-exception-port", in: facts)
            },
            "Shield.breakpoints(in:)": unsafe Shield.breakpoints(in:),
            "Shield(policy:identity:)": { Shield(policy: .bank, identity: $0) } as (AppIdentity) -> Shield,
            "Shield(policy:manifest:)": { Shield(policy: .bank, manifest: $0) } as (IntegrityManifest) -> Shield,
            "Shield(policy:bindsDevice: true)": { Shield(policy: .bank, bindsDevice: true) },
            "bindsDevice: true": { Shield(policy: .bank, bindsDevice: true) },
            "AppIdentity": AppIdentity.self, "AppIdentity(teams:)": { AppIdentity(teams: $0) } as (Set<String>) -> AppIdentity,
            "AppIdentity(origins:)": { AppIdentity(origins: $0) } as (Set<AppOrigin>) -> AppIdentity,
            "AppIdentity(bundleIdentifiers:teams:)": { AppIdentity(bundleIdentifiers: $0, teams: $1) }
                as (Set<String>, Set<String>) -> AppIdentity,
            "facts.apple?.images": \FactsSnapshot.apple?.images, ".reasons": \ShieldAnswer.reasons,
            ".failedChecks": \ShieldAnswer.failedChecks,
            "opening": \PathAnswer.opening, "IntegrityManifest": IntegrityManifest.self,
            "sweep()": { await $0.sweep() } as (Shield) async -> ShieldVerdict,
            "merlon hash": "Tests/ToolTests/HashCommandTests.swift", "merlon audit": "Tests/ToolTests/AuditCommandTests.swift",
            "systemIntegrity": Indicator.Category.systemIntegrity, "debugging": Indicator.Category.debugging,
            "hooking": Indicator.Category.hooking, "tooling": Indicator.Category.tooling,
        ]
    }
    /// For Apple's systems alone: by the declaration in their sources.
    private static let declared: [String: [String]] = [
        "Shield.report(onFunction:)": ["static func report(onFunction symbol: String"],
        "Shield.restore(function:)": ["static func restore(", "function symbol: String"],
        "Shield.original(ofFunction:)": ["static func original(ofFunction symbol: String"],
        "Shield.report(onMethod:of:isClassMethod:allowing:)": ["onMethod selector: ", "isClassMethod: Bool", "allowing"],
        "Shield.original(ofFunctionAt:)": ["static func original(ofFunctionAt address: UnsafeRawPointer"],
    ]

    private struct Row {
        let theirs: String
        let ours: [String]
    }

    /// The rows of all tables; the column of Merlon is the one of that heading.
    private static let rows: [Row] = {
        let file = PackageFolder.url.appendingPathComponent("Documentation/RuntimeMigration.md")
        var (rows, column): ([Row], Int?) = ([], nil)
        for line in ((try? String(contentsOf: file, encoding: .utf8)) ?? "").components(separatedBy: "\n") {
            guard line.hasPrefix("|") else {
                column = nil
                continue
            }
            let cells = line.dropFirst().components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let place = column else {
                column = cells.firstIndex(of: "Merlon")
                continue
            }
            guard cells.count > place, !cells[0].hasPrefix("---") else { continue }
            rows.append(Row(theirs: cells[..<place].joined(separator: " "), ours: Self.spans(cells[place])))
        }
        return rows
    }()

    private static func spans(_ text: String) -> [String] {
        text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }

    @Test func everyCallOfTheirsIsThere() {
        #expect(Self.rows.count > 60)
        let names = Self.rows.flatMap { Self.spans($0.theirs) }
        for (library, calls) in Self.theirs {
            for call in calls {
                let isThere = names.contains { name in
                    name == call || name.hasPrefix(call + "(") || name.contains("." + call + ",") || name.contains("." + call + "]")
                }
                #expect(isThere, "\(library): \(call)")
            }
        }
        #expect(Self.rows.allSatisfy { !$0.theirs.isEmpty })
    }

    @Test func everyNameOfOursExists() {
        let indicators = Set(DetectorRegistry.all.flatMap(\.indicators) + DetectorRegistry.all.map(\.id))
        let sources = RuntimeSources.all.filter { $0.path.hasPrefix("MerlonRuntime/Hooks/") }.map(\.text).joined()
        let ours = Self.ours()
        var seen = 0
        for span in Self.rows.flatMap(\.ours) {
            let name = span.hasPrefix("await ") ? String(span.dropFirst(6)) : span
            seen += 1
            let exists =
                indicators.contains(name) || ours[name] != nil || Self.declared[name].map { $0.allSatisfy(sources.contains) } == true
            #expect(exists, "\(name)")
        }
        #expect(seen > 60)
    }
}
