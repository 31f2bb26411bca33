@testable import MerlonAudit
import MerlonCore
import Testing

/// Apps as they are built every day, in which rules are known to see what is not there.
@Suite struct FalseAlarmTests {
    private static let current = SignatureFacts(
        identifier: "org.example.app", codeDirectoryVersions: [0x20500], hashTypes: ["sha256"], hasCMS: true, hasDEREntitlements: true,
        entitlements: ["application-identifier": "ABCDE12345.org.example.app", "get-task-allow": false])

    private static func release(_ slice: inout SliceFacts) {
        slice.isStripped = true
        slice.signature = current
    }

    /// The rules that report in this artifact and would fail a test.
    private static func failures(of artifact: Artifact) -> [String] {
        let areas: Set<MASVSArea> = [.storage, .crypto, .auth, .code, .resilience]
        return RuleRegistry.all.filter { areas.contains($0.metadata.area) }.flatMap { rule -> [String] in
            artifact.flattened.enumerated().flatMap { position, part -> [String] in
                guard position == 0 || rule.metadata.scope == .artifact else { return [] }
                let outcome = rule.evaluate(part, in: AuditContext(now: RuleExample.now, root: artifact))
                guard case .findings(let findings) = outcome, findings.contains(where: { $0.confidence != .tentative }) else { return [] }
                return ["\(rule.metadata.id) at \(part.path)"]
            }
        }
    }

    /// What any app without its own defences lacks; everything else would be a false alarm.
    private static let lacking: Set<String> = ["resilience-jailbreak-detection", "resilience-debugger-detection", "resilience-screen-lock"]

    private static func surprises(_ artifact: Artifact) -> [String] {
        failures(of: artifact).filter { failure in !lacking.contains { failure.hasPrefix($0) } }
    }

    @Test func pureSwiftThatIsStripped() {
        let app = Artifact.example(
            imports: [
                "_swift_release", "_swift_retain", "_swift_allocObject", "_$ss27SystemRandomNumberGeneratorVABycfC", "_arc4random_buf",
            ],
            slice: { slice in
                Self.release(&slice)
                slice.languages = [.swift]
                slice.swiftTypes = ["Notes.ContentView", "Notes.TokenField", "Notes.PasswordHint"]
            })
        #expect(Self.surprises(app) == [])
    }

    @Test func swiftWithObjectiveCClassesOfItsOwn() {
        let app = Artifact.example(
            imports: ["_swift_release", "_objc_release", "_objc_retain", "_objc_msgSend", "_OBJC_CLASS_$_NSObject"],
            slice: { slice in
                Self.release(&slice)
                slice.languages = [.swift, .objectiveC]
                slice.classes = [ObjectiveCClassFacts(name: "_TtC5Notes11AppDelegate", superclass: "NSObject", instanceMethods: ["window"])]
            })
        #expect(Self.surprises(app) == [])
    }

    @Test func swiftUIThatComplainsAboutItsWrappers() {
        let app = Artifact.example(
            imports: ["_swift_release"],
            references: [
                .example(.call, "_$s7SwiftUI3LogO013runtimeIssuesC0So9OS_os_logCvgZ", in: "body", at: 0),
                .example(.string, "Accessing Environment<%s>'s value outside of being installed; no password", in: "body", at: 4),
                .example(.call, "__os_log_impl", in: "body", at: 8),
            ], slice: Self.release)
        #expect(Self.surprises(app) == [])
    }

    @Test(arguments: [AppRuntime.flutter, .reactNative, .hermes, .unity, .xamarin, .cordova]) func appOfARuntime(_ runtime: AppRuntime) {
        var engine = Artifact.example(
            .framework,
            imports: ["___stack_chk_fail", "_memcpy", "_rand", "_fprintf", "___stderrp", "_objc_storeStrong", "_pthread_create"],
            strings: [
                "-----BEGIN RSA PRIVATE KEY-----", "-----BEGIN CERTIFICATE-----", "md5", "sha1WithRSAEncryption", "des-ede3-cbc", "rc4",
                "password", "Authorization: Bearer %s", "token=%s", "api_key", "https://example.com/?token=%@", "AKIA", "sk_live_", "eyJ",
            ],
            slice: { slice in
                Self.release(&slice)
                slice.languages = [.c, .objectiveC]
                slice.definedFunctions = ["_EVP_des_ede3_cbc", "_MD5_Init", "_SHA1_Update", "_RC4_set_key"]
            })
        engine.runtimes = [runtime]
        var app = Artifact.example(imports: ["_objc_storeStrong", "___stack_chk_fail"], children: [engine], slice: Self.release)
        app.runtimes = [runtime]
        #expect(Self.surprises(app) == [])
    }

    @Test func dynamicLibraryOfCThatIsStripped() {
        let library = Artifact.example(
            .framework, imports: ["_malloc", "_free", "_memcpy"],
            slice: { slice in
                Self.release(&slice)
                slice.languages = [.c]
                slice.isPIE = false
            })
        #expect(Self.surprises(library) == [])
    }

    @Test func wordListsAndInterfaceTexts() {
        let words = [
            "password", "passwords", "secret", "token", "credential", "Enter your password", "Password must have 12 characters and 1 digit",
            "Your session token has expired", "secret garden", "api", "key", "abcdefghijklmnopqrstuvwxyz0123456789", "0123456789ABCDEF",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", "550e8400-e29b-41d4-a716-446655440000",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "kSecAttrAccessibleAlways", "CC_MD5", "evaluatePolicy",
        ]
        let list = BundleFile(
            path: "Payload/Example.app/words.txt", size: 1000, content: Array(words.joined(separator: "\n").utf8))
        let app = Artifact.example(imports: ["_swift_release"], strings: words, files: [list], slice: Self.release)
        #expect(Self.surprises(app) == [])
    }

    @Test func signingFilesOfABundle() {
        let hashes = (0..<40).map {
            "<key>file\($0)</key><dict><key>hash2</key><data>47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=</data></dict>"
        }
        let resources = BundleFile(
            path: "Payload/Example.app/_CodeSignature/CodeResources", size: 4000, content: Array(hashes.joined(separator: "\n").utf8))
        let certificate = BundleFile(
            path: "Payload/Example.app/root.cer", size: 800,
            content: [0x30, 0x82, 0x03, 0x1C, 0x30, 0x82, 0x02, 0x04, 0xA0, 0x03, 0x02, 0x01, 0x02] + [UInt8](repeating: 0x5A, count: 787))
        let app = Artifact.example(imports: ["_swift_release"], files: [resources, certificate], slice: Self.release)
        #expect(Self.surprises(app) == [])
    }

    /// The control: what these fixtures hold back would be seen.
    @Test func theSameAppsWithAWeaknessAreReported() {
        let app = Artifact.example(
            imports: ["_swift_release", "_CC_MD5"], strings: ["ghp_" + "w8Kq2ZbT5mXr9LvN3cYd7FhJ1sPg4Ae6Ru0M"], slice: Self.release)
        #expect(Self.surprises(app).map { $0.prefix { $0 != " " } } == ["crypto-broken-hash", "crypto-hardcoded-token"])
    }
}
