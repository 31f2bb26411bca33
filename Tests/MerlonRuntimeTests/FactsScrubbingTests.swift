import Foundation
import MerlonCore
import TestSupport
import Testing

@testable import MerlonRuntime

/// Of a person nothing is recorded: no name of theirs, of their machine, or of their folders; and no address of memory.
@Suite struct FactsScrubbingTests {
    @Test func paths() {
        for (path, scrubbed) in [
            ("/Users/ada/Library/x.dylib", "…/x.dylib"), ("/System/Volumes/Data/Users/ada/x.dylib", "…/x.dylib"),
            ("/usr/lib/../../home/ada/x.so", "…/x.so"), ("/usr/lib/..", "…/.."), ("/usr/lib/..x/y.so", "/usr/lib/..x/y.so"),
            ("/usr/lib/x..so", "/usr/lib/x..so"), ("/usr/.../x", "/usr/.../x"), ("//home/ada/x.so", "…/x.so"), ("home/ada/x.so", "…/x.so"),
            ("/var/mobile/Containers/Data/Application/4711/tmp/x.dylib", "…/x.dylib"), ("/srv/ada/bin/x", "…/x"),
            ("/System/Library/Frameworks/UIKit.framework/UIKit", "/System/Library/Frameworks/UIKit.framework/UIKit"),
        ] { #expect(ScrubbedPath.scrub(path) == scrubbed, "\(path)") }
        for (profile, scrubbed) in [
            ("/home/ada/bin/bank (enforce)", "…/bank (enforce)"), ("/usr/bin/bank (enforce)", "/usr/bin/bank (enforce)"),
            ("docker-default (enforce)", "docker-default (enforce)"), ("bank//null-/home/ada/tool (complain)", "bank//…/tool (complain)"),
            ("/home/ada/bank//child", "…/bank//child"), ("", ""), ("//", "//"), (":ns:/home/ada/bank", "…/bank"),
        ] { #expect(ScrubbedPath.profile(profile) == scrubbed, "\(profile)") }
        for (place, scrubbed) in [
            ("/Users/ada/Disk", "…"), ("/Volumes/Ada's disk", "…"), ("/System/Volumes/Data/home/ada", "/System/Volumes"), ("/", "/"),
        ] { #expect(ScrubbedPath.mount(place) == scrubbed) }
    }

    @Test func whatAppleSystemsSay() throws {
        let bundle = "/Users/ada/Applications/Bank.app"
        let entries = [bundle + "/Bank", "/Users/ada/x.dylib", "/System/Volumes/Data/Users/ada/y.dylib"].enumerated().map {
            ImageCensus.Entry(
                path: $1, header: UInt64($0), text: UInt64($0)..<(UInt64($0) + 1), lister: .loader, isInCache: false, isExecutable: $0 == 0)
        }
        var facts = AppleFacts()
        facts.images = .value(ImageCensus(entries, bundle: bundle).images)
        facts.loaderVariables = .value(LoaderVariable.apple(in: ["DYLD_INSERT_LIBRARIES": "/Users/ada/a.dylib:/Users/ada/b"]))
        facts.proxies = .value(ProxySettings(system: ["HTTPEnable": 1, "HTTPProxy": "proxy.ada.example"]))
        facts.mounts = .value([Mount(place: ScrubbedPath.mount("/Volumes/ada"), kind: "apfs", isWritable: true)])
        let text = try String(decoding: JSONEncoder().encode(facts), as: UTF8.self)
        #expect(!text.lowercased().contains("ada") && text.contains("y.dylib"), "\(text)")
    }

    /// Names of people, devices and hosts are not asked for at all.
    @Test func nothingAsksForNames() {
        #expect(RuntimeSources.all.count > 100)
        let words = [
            "gethostname", "getpwuid", "getpwnam", "getlogin", "NSUserName", "NSFullUserName", "hostName", "identifierForVendor",
            "UIDevice.current.name", "advertisingIdentifier", "KERN_HOSTNAME", "kern.hostname", "ComputerName", "nodename", "machine-id",
            "serial-number", "IOPlatformUUID", "IOPlatformSerialNumber",
        ]
        #expect(RuntimeSources.users(of: words) == [])
    }
}
