import Foundation
import MerlonCore
import MerlonMachO
import TestSupport
import Testing

@testable import MerlonRuntime

/// What is made of the answers of Apple's interfaces before it is a fact.
@Suite struct AppleReadingTests {
    private static let bundle = "/private/var/containers/Bundle/Application/4711/Bank.app"

    private static func entry(
        _ path: String, _ header: UInt64, _ lister: LoadedImage.Lister = .loader, cached: Bool = false, program: Bool = false
    ) -> ImageCensus.Entry {
        .init(path: path, header: header, text: header..<(header + 0x1000), lister: lister, isInCache: cached, isExecutable: program)
    }

    @Test func listsOfImagesAreComparedByTheirHeaders() {
        let inside = String(Self.bundle.dropFirst(8))
        let census = ImageCensus(
            [
                Self.entry(inside + "/Bank", 0x1000, program: true), Self.entry("/usr/lib/libSystem.B.dylib", 0x9000, cached: true),
                Self.entry(inside + "/Frameworks/A.framework/A", 0x2000),
                Self.entry(Self.bundle + "/Bank", 0x1000, .record), Self.entry("/usr/lib/libSystem.B.dylib", 0x9000, .record, cached: true),
                Self.entry(Self.bundle + "/Frameworks/A.framework/A", 0x2000, .record),
                Self.entry("/var/jb/usr/lib/x.dylib", 0x3000, .record), Self.entry("", 0x1000, .memory), Self.entry("", 0x2000, .memory),
                Self.entry("", 0x4000, .memory),
            ], bundle: Self.bundle)
        #expect(
            census.images == [
                LoadedImage(name: "(executable)", place: .bundle), LoadedImage(name: "/usr/lib/libSystem.B.dylib", place: .sharedCache),
                LoadedImage(name: "…/A", place: .bundle), LoadedImage(name: "…/x.dylib", place: .outside, listers: [.record]),
                LoadedImage(name: "", place: .outside, listers: [.memory]),
            ])
        #expect(census.owner(of: 0x2FFF) == "…/A" && census.owner(of: 0x5000) == nil)
    }

    @Test func placesOfImages() {
        for (path, place): (String, LoadedImage.Place) in [
            (Self.bundle + "/Bank", .bundle), (Self.bundle + "2/Bank", .outside), ("/usr/lib/systemhook.dylib", .system),
            ("/System/Library/Frameworks/UIKit.framework/UIKit", .system), ("/Developer/usr/lib/libBacktraceRecording.dylib", .developer),
            ("/System/Developer/usr/lib/libLogRedirect.dylib", .developer), ("/Library/MobileSubstrate/DynamicLibraries/x.dylib", .outside),
            ("/Applications/Xcode.app/Contents/Developer/usr/lib/libMainThreadChecker.dylib", .developer), ("", .outside),
            ("/private/preboot/0A1B/jb-x/procursus/usr/lib/libellekit.dylib", .outside),
        ] {
            #expect(ImageCensus.place(of: path, isInCache: false, bundle: Self.bundle) == place, "\(path)")
            #expect(ImageCensus.place(of: path, isInCache: true, bundle: Self.bundle) == .sharedCache)
        }
        #expect(ImageCensus.place(of: "/Bank", isInCache: false, bundle: "") == .outside)
    }

    @Test func variables() {
        let found = LoaderVariable.apple(in: [
            "DYLD_INSERT_LIBRARIES": "/usr/lib/a.dylib:/tmp/b.dylib", "PATH": "/bin", "_MSSafeMode": "1",
            "JB_ROOT_PATH": "/private/preboot/0A/jb",
            "SUBSTRATE_LOG": "", "DYLD": "x", "XDYLD_A": "x", "_MSSafeModeX": "1", "MY_DYLD_INSERT_LIBRARIES": "x",
        ])
        #expect(found.map(\.name) == ["DYLD_INSERT_LIBRARIES", "JB_ROOT_PATH", "SUBSTRATE_LOG", "_MSSafeMode"])
        #expect(found[0].files == ["a.dylib", "b.dylib"] && found[1].files == ["jb"] && found[2].files == [])
        let many = LoaderVariable.apple(in: Dictionary(uniqueKeysWithValues: (0..<1000).map { ("DYLD_\($0)", "x") }))
        #expect(many.count == 32)
    }

    @Test func proxies() {
        for (settings, names): ([String: Any], [String]) in [
            ([:], []), (["HTTPEnable": 1, "HTTPProxy": "10.0.0.1"], ["HTTP"]), (["HTTPEnable": 0, "HTTPProxy": "10.0.0.1"], []),
            (["HTTPEnable": 1], []), (["HTTPEnable": 1, "HTTPProxy": ""], []), (["HTTPSEnable": true, "HTTPSProxy": "x"], ["HTTPS"]),
            (["SOCKSEnable": 1, "SOCKSProxy": "x", "HTTPSEnable": "1", "HTTPSProxy": "x"], ["SOCKS"]),
            (["ProxyAutoConfigEnable": 1, "ProxyAutoConfigURLString": "http://wpad/x"], ["PAC"]),
            (["ProxyAutoDiscoveryEnable": 1], ["WPAD"]),
            (["ProxyAutoConfigEnable": 1], []),
        ] { #expect(ProxySettings(system: settings).names == names) }
        let scoped: [String: Any] = ["__SCOPED__": ["en0": [:], "utun3": [:], "ipsec0": [:], "pdp_ip0": [:]] as [String: Any]]
        #expect(ProxySettings.tunnels(system: scoped) == ["ipsec0", "utun3"])
        #expect(ProxySettings.tunnels(system: [:]) == [] && ProxySettings.tunnels(system: ["__SCOPED__": 3]) == [])
    }

    @Test func origins() {
        let debuggable = CodeIdentity(
            bundleIdentifier: "a", signatureIdentifier: "a", team: "T", applicationIdentifier: "T.a", granted: ["get-task-allow"])
        let beta = CodeIdentity(
            bundleIdentifier: "a", signatureIdentifier: "a", team: "T", applicationIdentifier: "T.a", granted: ["beta-reports-active"])
        for (profile, receipt, identity, origin): (EmbeddedProfile, StoreReceipt, CodeIdentity?, AppOrigin) in [
            (.none, .store, nil, .appStore), (.none, .sandbox, nil, .testFlight), (.none, .store, beta, .testFlight),
            (.none, .none, nil, .sideloaded), (EmbeddedProfile(isPresent: true), .store, nil, .adHoc),
            (EmbeddedProfile(isPresent: true, isDebuggable: true), .none, nil, .development),
            (EmbeddedProfile(isPresent: true), .none, debuggable, .development),
            (EmbeddedProfile(isPresent: true, isForAllDevices: true), .store, beta, .enterprise),
        ] { #expect(AppOrigin(profile: profile, receipt: receipt, identity: identity) == origin) }
        for (paths, receipt): (Set<String>, StoreReceipt) in [
            (["/h/StoreKit/receipt"], .store), (["/h/StoreKit/sandboxReceipt"], .sandbox), ([], .none),
            (["/b/Contents/_MASReceipt/receipt"], .store), (["/h/StoreKit/receipt", "/h/StoreKit/sandboxReceipt"], .store),
        ] { #expect(StoreReceipt(home: "/h", bundle: "/b", exists: paths.contains) == receipt) }
    }

    @Test func bindings() {
        for (data, device, binding): ([UInt8]?, [UInt8]?, DeviceBinding) in [
            (nil, nil, .first), ([1], [1], .same), (nil, [1], .reinstalled), ([1], nil, .moved), ([1], [2], .moved),
        ] { #expect(DeviceBinding(data: data, device: device) == binding) }
    }

    @Test func profilesCover() {
        for (pattern, bundle, covers) in [
            ("T.com.example.app", "com.example.app", true), ("T.com.example.*", "com.example.app", true), ("T.*", "x", true),
            ("T.com.example.app", "com.example.app2", false), ("T.com.example.*", "com.other", false), ("", "x", false), ("T", "x", false),
        ] { #expect(EmbeddedProfile.covers(pattern, bundle) == covers, "\(pattern) \(bundle)") }
        #expect(EmbeddedProfile(file: [], bundleIdentifier: "a", at: WallTime(seconds: 0)) == nil)
        #expect(EmbeddedProfile(file: Array("<plist></plist>".utf8), bundleIdentifier: "a", at: WallTime(seconds: 0)) == nil)
    }

    /// Signed data around a property list, made here; cut at every byte it is no profile and no crash.
    @Test func profileFile() throws {
        let plist = """
            <?xml version="1.0"?><plist version="1.0"><dict><key>TeamIdentifier</key><array><string>ABCDE12345</string></array>\
            <key>ExpirationDate</key><date>2026-01-01T00:00:00Z</date><key>ProvisionedDevices</key><array><string>u1</string><string>u2</string></array>\
            <key>Entitlements</key><dict><key>application-identifier</key><string>ABCDE12345.com.example.*</string>\
            <key>get-task-allow</key><true/></dict></dict></plist>
            """
        func tlv(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            let count = content.count
            return [tag] + (count < 128 ? [UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 255)]) + content
        }
        let data: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
        let signed: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        let inner = tlv(0x30, data + tlv(0xA0, tlv(0x04, Array(plist.utf8))))
        let file = tlv(0x30, signed + tlv(0xA0, tlv(0x30, [0x02, 0x01, 0x01, 0x31, 0x00] + inner + [0x31, 0x00])))
        let before = WallTime(seconds: 1_700_000_000)
        let profile = try #require(EmbeddedProfile(file: file, bundleIdentifier: "com.example.bank", at: before))
        #expect(profile.isPresent && profile.teams == ["ABCDE12345"] && profile.devices == 2 && profile.isDebuggable)
        #expect(!profile.isExpired && profile.coversBundle && !profile.isForAllDevices && profile.digest.count == 64)
        let late = EmbeddedProfile(file: file, bundleIdentifier: "org.other", at: WallTime(seconds: 1_800_000_000))
        #expect(late?.isExpired == true && late?.coversBundle == false)
        for length in stride(from: 0, to: file.count - plist.utf8.count, by: 1) {
            #expect(EmbeddedProfile(file: Array(file.prefix(length)), bundleIdentifier: "a", at: before) == nil)
        }
    }

    @Test func clocks() {
        struct Clock: TimeSource {
            var wallTime: WallTime
            var monotonicTime: MonotonicTime
        }
        func anchor(_ wall: Int64, _ seconds: UInt64) -> ClockAnchor {
            ClockAnchor(Clock(wallTime: WallTime(seconds: wall), monotonicTime: MonotonicTime(nanoseconds: seconds * 1_000_000_000)))
        }
        let start = anchor(1_000_000, 50)
        #expect(
            start.reading(now: anchor(1_000_600, 650), installed: WallTime(seconds: 990_000))
                == ClockReading(drift: 0, sinceInstallation: 10_600))
        #expect(
            start.reading(now: anchor(996_400, 650), installed: WallTime(seconds: 1_000_000))
                == ClockReading(drift: -4200, sinceInstallation: -3600))
    }

    @Test func questionsAboutPaths() {
        let control = PathQuestions.control()
        #expect(control.hasPrefix("/private/var/") && control.count == 29 && control != PathQuestions.control())
        let there: Set<String> = ["/var/jb", PathQuestions.anchor]
        var asked: [String] = []
        let names = [
            "/private/var": ["mobile", "root"], "/private/var/containers/Bundle/Application": ["0A1B", ".jbroot-0123456789ABCDEF"],
        ]
        let answers = PathQuestions.ask(list: { names[$0] ?? [] }) { path in
            asked.append(path)
            let status: Int32 = there.contains(path) || path.contains("/.jbroot-") ? 0 : path == "/etc/apt" ? 1 : 2
            return PathAnswer(path: path, library: path == "/electra" ? 0 : status, systemCall: .value(status), opening: .value(status))
        }
        #expect(Set(asked).isSuperset(of: PathRule.all.filter { $0.pattern == nil }.map(\.path)) && answers.asked == PathRule.all.count)
        #expect(
            asked.filter { $0.contains("*") } == [] && asked.contains("/private/var/containers/Bundle/Application/.jbroot-0123456789ABCDEF")
        )
        #expect(
            Set(answers.answers.map(\.path)) == [
                "(control)", "(anchor)", "/var/jb", "/etc/apt", "/electra", "/private/var/containers/Bundle/Application/.jbroot-*",
            ])
        #expect(PathRule.all.count == PathRule.byPath.count, "a path stands twice in the list")
        // No random name is recorded.
        #expect(!answers.answers.contains { $0.path.hasPrefix("/private/var/") && !$0.path.hasSuffix("*") })
    }

    @Test func questionsToTheMainActor() async {
        let answer = await Task.detached { MainActorQuestion.ask(within: 60_000) { true } }.value
        #expect(answer == true)
        // A main actor that is busy for longer: not known, and nobody waits.
        let late = await Task.detached {
            DispatchQueue.main.async { Thread.sleep(forTimeInterval: 0.3) }
            return MainActorQuestion.ask(within: 1) { true }
        }.value
        #expect(late == nil)
    }

    /// The property list that the documentation gives apps to declare is what the probe asks for.
    @Test func documentedSchemesAreThoseThatAreAskedFor() throws {
        let text = try String(contentsOf: PackageFolder.url.appendingPathComponent("Documentation/Runtime.md"), encoding: .utf8)
        let list =
            text.components(separatedBy: "<key>LSApplicationQueriesSchemes</key>").last?.components(separatedBy: "</array>").first ?? ""
        let schemes = list.components(separatedBy: "<string>").dropFirst().map { $0.components(separatedBy: "<")[0] }
        #expect(schemes == SchemeDetector.schemes.sorted())
    }

    @Test func mountsAreScrubbed() {
        for (path, scrubbed) in [
            ("/", "/"), ("/cores/binpack", "/cores/binpack"), ("/private/preboot/0A1B2C/x", "/private/preboot"), ("/Volumes/My Disk", "…"),
            ("/usr/lib", "/usr/lib"), ("/private/var/mobile/x", "/private/var"), ("/Users/ada/mount", "…"), ("/dev", "/dev"),
        ] { #expect(ScrubbedPath.mount(path) == scrubbed) }
    }
}
