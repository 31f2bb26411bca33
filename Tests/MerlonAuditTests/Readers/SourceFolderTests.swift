import MerlonCore
import Testing

@testable import MerlonAudit

struct SourceFolderTests {
    private static let project = #"""
        // !$*UTF8*$!
        { archiveVersion = 1; objects = {
          P = { isa = PBXProject; buildConfigurationList = PL; targets = (T, E); };
          PL = { isa = XCConfigurationList; buildConfigurations = (PD, PR); };
          PD = { isa = XCBuildConfiguration; name = Debug; buildSettings = { SWIFT_VERSION = 5.0; }; };
          PR = { isa = XCBuildConfiguration; name = Release; baseConfigurationReference = XF; buildSettings = {
              GCC_OPTIMIZATION_LEVEL = s; INFOPLIST_KEY_NSCameraUsageDescription = "to scan"; INFOPLIST_KEY_UIFileSharingEnabled = NO; }; };
          XF = { isa = PBXFileReference; path = Config/App.xcconfig; };
          T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; buildConfigurationList = TL; };
          TL = { buildConfigurations = (TR); };
          TR = { name = Release; buildSettings = { INFOPLIST_FILE = App/Info.plist; INFOPLIST_KEY_UIFileSharingEnabled = YES;
              OTHER_LDFLAGS = ("-ObjC", "-lz"); }; };
          E = { name = Share; productType = "com.apple.product-type.app-extension"; buildConfigurationList = missing; };
        }; rootObject = P; }
        """#

    private func sample() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("Demo.xcodeproj/project.pbxproj", Array(Self.project.utf8))
        try folder.write(
            "Config/App.xcconfig", Array("// c\nDEBUG_INFORMATION_FORMAT = dwarf // why\n#include \"x\"\nGCC_OPTIMIZATION_LEVEL=0".utf8))
        try folder.write("App/Info.plist", Fixture.plist(["CFBundlePackageType": "$(PRODUCT_BUNDLE_PACKAGE_TYPE)", "a": "main"]))
        try folder.write("App/App.entitlements", Fixture.plist(["aps-environment": "production"]))
        try folder.write("App/PrivacyInfo.xcprivacy", Fixture.plist(["p": "q"]))
        try folder.write("Share/Info.plist", Fixture.plist(["a": "share"]))
        try folder.write("AppTests/Info.plist", Fixture.plist(["a": "tests"]))
        try folder.write("Pods/Target Support Files/X/X-Info.plist", Fixture.plist(["a": "pod"]))
        try folder.write(".git/config", [1])
        try folder.write(
            "Podfile.lock",
            Array("PODS:\n  - Alamofire (5.4.3)\n  - Firebase/Core (8.0.0):\n    - Other (= 1)\n\nDEPENDENCIES:\n  - X (1)\n".utf8))
        try folder.write(
            "Package.resolved",
            Array(
                #"{"version":2,"pins":[{"identity":"swift-log","state":{"version":"1.5.2"}},{"identity":"b","state":{"branch":"main"}}]}"#
                    .utf8))
        try folder.write("Cartfile.resolved", Array("github \"ReactiveX/RxSwift\" \"6.1.0\"\n".utf8))
        return folder
    }

    @Test func project() async throws {
        let folder = try sample()
        let content = try await Fixture.read(folder.path)
        let source = try #require(content.artifacts.first)
        #expect(content.artifacts.count == 1 && content.notes.isEmpty, "\(content.notes)")
        #expect(source.kind == .source && source.path == "" && source.name == "Demo" && source.infoPlistPath == "App/Info.plist")
        #expect(source.infoPlist?["a"]?.string == "main")
        // The target's setting comes before the project's.
        #expect(source.infoPlist?["UIFileSharingEnabled"] == .boolean(true))
        #expect(source.infoPlist?["NSCameraUsageDescription"]?.string == "to scan")
        #expect(source.declaredEntitlements.map(\.path) == ["App/App.entitlements"])
        #expect(source.privacyManifest?["p"]?.string == "q")
        #expect(source.children.map(\.path) == ["Share"] && source.children.first?.infoPlist?["a"]?.string == "share")
        #expect(
            source.buildSettings.map { "\($0.target ?? "-") \($0.configuration)" } == ["- Debug", "- Release", "App Release"])
        #expect(source.buildSettings[1].settings["GCC_OPTIMIZATION_LEVEL"] == "s")
        #expect(source.buildSettings[1].settings["DEBUG_INFORMATION_FORMAT"] == "dwarf")
        #expect(source.buildSettings[2].settings["OTHER_LDFLAGS"] == "-ObjC -lz")
        #expect(!source.files.contains { $0.path.hasPrefix(".git/") })
        #expect(
            content.inventory.map { "\($0.name) \($0.version ?? "-")" }
                == ["Alamofire 5.4.3", "b main", "Firebase 8.0.0", "RxSwift 6.1.0", "swift-log 1.5.2"])
    }

    @Test func brokenFilesAreNotes() async throws {
        let folder = try sample()
        try folder.write("Demo.xcodeproj/project.pbxproj", Array("{ objects = { a = b; }; }".utf8))
        try folder.write("App/Info.plist", Array("<plist><dict><key>a</key>\n</dict></plist>".utf8))
        let content = try await Fixture.read(folder.path)
        #expect(
            content.notes == [
                "Demo.xcodeproj/project.pbxproj: is no Xcode project: it has no root object", "App/Info.plist: line 1: a key has no value",
            ])
        #expect(content.artifacts.first?.infoPlist?["a"]?.string == "share")
    }

    @Test func cutProjectAtEveryByte() {
        let bytes = Array(Self.project.utf8)
        for length in bytes.indices {
            guard let list = try? PropertyListReader.read(Array(bytes.prefix(length))) else { continue }
            _ = try? XcodeProject(list, path: "p", settingsFile: { _ in nil })
        }
    }

    /// Objects of a project refer to each other by name; one that refers to itself must not be followed without end.
    @Test func projectThatRefersToItself() throws {
        let text =
            "{ rootObject = P; objects = { P = { targets = (P); buildConfigurationList = P; name = x; buildConfigurations = (P); }; }; }"
        let project = try XcodeProject(PropertyListReader.read(Array(text.utf8)), path: "p", settingsFile: { _ in nil })
        #expect(project.targets.map(\.name) == ["x"])
        #expect(project.configurations.count == 2)
    }
}
