import MerlonCore
import Testing

@testable import MerlonAudit

struct RecognitionTests {
    private static let hermes: [UInt8] = [0xC6, 0x1F, 0xBC, 0x03, 0xC1, 0x03, 0x19, 0x1F, 96, 0, 0, 0]

    private static let signs: [(path: String, content: [UInt8], runtimes: [AppRuntime])] = [
        ("Frameworks/App.framework/flutter_assets/AssetManifest.json", [1], [.flutter]),
        ("main.jsbundle", [0x76, 0x61, 0x72], [.reactNative]),
        ("main.jsbundle", hermes, [.reactNative, .hermes]), ("Data/Managed/Metadata/global-metadata.dat", [1], [.unity]),
        ("Xamarin.iOS.dll", [0x4D, 0x5A], [.xamarin]), ("www/cordova.js", [1], [.cordova]), ("capacitor.config.json", [0x7B], [.cordova]),
        ("Frameworks/hermes.framework/Info.plist", Fixture.plist(), [.reactNative, .hermes]),
        ("Frameworks/UnityFramework.framework/Info.plist", Fixture.plist(), [.unity]),
        ("Frameworks/Flutter.framework/Info.plist", Fixture.plist(), [.flutter]), ("plain.txt", [1], []),
        ("Managed/System.dll", [0x4D, 0x5A], []),
    ]

    @Test(arguments: signs.indices) func runtimes(_ index: Int) async throws {
        let (path, content, runtimes) = Self.signs[index]
        let folder = try TemporaryFolder()
        let target = try folder.write("App.ipa", Fixture.ipa { $0.add("Payload/App.app/\(path)", content) })
        #expect(try await Fixture.read(target).artifacts.first?.runtimes == runtimes, "\(path)")
    }

    @Test func runtimesLinkedIntoTheProgram() {
        var slice = SliceFacts(architecture: "arm64")
        slice.classes = [ObjectiveCClassFacts(name: "FlutterEngine")]
        let artifact = Artifact(kind: .app, path: "", name: "A", binaries: [BinaryFacts(path: "A", slices: [slice])])
        #expect(RuntimeRecognition.runtimes(in: artifact) == [.flutter])
    }

    @Test func oddLayouts() async throws {
        let folder = try TemporaryFolder()
        let zip = ZipBuilder([
            ("__MACOSX/Payload/._App.app", [1]), ("__MACOSX/Payload/App.app/Info.plist", [1]), ("iTunesMetadata.plist", Fixture.plist()),
            ("release 1/Payload/App.app/Info.plist", Fixture.plist()), ("release 1/Payload/App.app/App", Fixture.program()),
            ("release 1/SwiftSupport/x.swift", [1]), ("SwiftSupport/iphoneos/libswiftCore.dylib", Fixture.program(fileType: 6)),
            ("release 1/Payload/App.app/.DS_Store", [1]),
        ])
        let content = try await Fixture.read(folder.write("odd.ipa", zip.bytes))
        #expect(content.artifacts.map(\.path) == ["release 1/Payload/App.app"] && content.notes.isEmpty)
        #expect(content.artifacts.first?.files.map(\.name) == ["App", "Info.plist"])
    }

    @Test func inventoryOfLinkedAndBundledLibraries() {
        var slice = SliceFacts(architecture: "arm64")
        slice.strings = [
            "OpenSSL 1.1.1k  25 Mar 2021", "OpenSSL error: %s", " deflate 1.2.11 Copyright 1995-2017", "libcurl/7.79.1", "libcurl/",
            "expat_2.4.1",
        ]
        let plist = BundleFile(
            path: "A_Privacy.bundle/Info.plist", size: 1,
            content: Fixture.plist([
                "CFBundleIdentifier": "org.cocoapods.GoogleUtilities-GoogleUtilities-Privacy", "CFBundleShortVersionString": "7.13",
            ]))
        let app = Artifact(kind: .app, path: "", name: "A", binaries: [BinaryFacts(path: "A", slices: [slice])], files: [plist])
        #expect(
            Inventory.components(of: [app]).map { "\($0.name) \($0.version ?? "-")" }
                == ["Expat 2.4.1", "GoogleUtilities 7.13", "libcurl 7.79.1", "OpenSSL 1.1.1k", "zlib 1.2.11"])
    }

    @Test(arguments: [
        ("_$s3App5LoginV6submityyF", "App.Login.submit"),
        ("_$s3App15LoginControllerC0B3LogV5writeyySSF", "App.LoginController.LoginLog.write"),
        ("_main", "_main"), ("-[A b]", "-[A b]"), ("_$s", "_$s"), ("_$s999999999999999999999App", "_$s999999999999999999999App"),
        ("_$sSS", "_$sSS"), ("_$s3App0zZ", "_$s3App0zZ"), ("_$s3Ap", "_$s3Ap"),
    ]) func swiftNames(_ mangled: String, _ readable: String) { #expect(SwiftName.readable(mangled) == readable) }
}
