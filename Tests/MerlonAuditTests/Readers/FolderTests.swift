import Foundation
import MerlonCore
import Testing

@testable import MerlonAudit

struct FolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func failure(_ path: String) async -> AuditError? {
        do throws(AuditError) {
            _ = try await Fixture.read(path)
            return nil
        } catch { return error }
    }

    @Test func appFolder() async throws {
        let path = "\(folder.path)/App.app"
        try folder.write("App.app/Info.plist", Fixture.plist(["CFBundleExecutable": "Main", "CFBundleDisplayName": "Shown"]))
        try folder.write("App.app/Main", Fixture.program())
        try folder.write("App.app/Frameworks/F.framework/Info.plist", Fixture.plist(["CFBundleShortVersionString": "3.1"]))
        try folder.write("App.app/Frameworks/F.framework/F", Fixture.program(fileType: 6))
        try folder.write("App.app/Frameworks/libLoose.dylib", Fixture.program(fileType: 6))
        try folder.write("App.app/PlugIns/Share.appex/Info.plist", Fixture.plist(["CFBundleExecutable": "Share"]))
        try folder.write("App.app/PlugIns/Share.appex/Share", Fixture.program())
        try folder.write("App.app/Watch/W.app/Info.plist", Fixture.plist())
        try folder.write("App.app/PrivacyInfo.xcprivacy", Fixture.plist(["a": "b"]))
        for target in [path, path + "/"] {
            let content = try await Fixture.read(target)
            let app = try #require(content.artifacts.first)
            #expect(content.artifacts.count == 1 && content.notes.isEmpty, "\(content.notes)")
            #expect(app.path == "" && app.kind == .app && app.name == "Shown" && app.infoPlistPath == "Info.plist")
            #expect(app.binaries.map(\.path) == ["Main", "Frameworks/libLoose.dylib"])
            #expect(app.privacyManifest?["a"]?.string == "b")
            #expect(
                app.children.map { "\($0.kind) \($0.path)" }
                    == ["framework Frameworks/F.framework", "appExtension PlugIns/Share.appex", "app Watch/W.app"])
            #expect(
                content.inventory == [
                    Component(name: "F", version: "3.1", path: "Frameworks/F.framework"),
                    Component(name: "libLoose", version: nil, path: "Frameworks/libLoose.dylib"),
                ])
        }
    }

    @Test func bundlesOfMacOS() async throws {
        try folder.write("M.app/Contents/Info.plist", Fixture.plist(["CFBundleExecutable": "M"]))
        try folder.write("M.app/Contents/MacOS/Helper", Fixture.program())
        try folder.write("M.app/Contents/MacOS/M", Fixture.program())
        try folder.write("M.app/Contents/Frameworks/G.framework/Versions/A/Resources/Info.plist", Fixture.plist(["CFBundleName": "Gee"]))
        try folder.write("M.app/Contents/Frameworks/G.framework/Versions/A/G", Fixture.program(fileType: 6))
        let links = "\(folder.path)/M.app/Contents/Frameworks/G.framework"
        try FileManager.default.createSymbolicLink(atPath: links + "/Versions/Current", withDestinationPath: "A")
        try FileManager.default.createSymbolicLink(atPath: links + "/G", withDestinationPath: "Versions/Current/G")
        let content = try await Fixture.read("\(folder.path)/M.app")
        #expect(content.notes.isEmpty, "\(content.notes)")
        #expect(content.artifacts.first?.binaries.map(\.path) == ["Contents/MacOS/M", "Contents/MacOS/Helper"])
        let framework = try #require(content.artifacts.first?.children.first)
        #expect(framework.name == "Gee" && framework.binaries.map(\.path) == ["Contents/Frameworks/G.framework/Versions/A/G"])
    }

    @Test func linksOutSpecialFilesAndUnreadableOnes() async throws {
        try folder.write("A.app/Info.plist", Fixture.plist())
        try folder.write("secret", [1])
        let app = "\(folder.path)/A.app"
        try FileManager.default.createSymbolicLink(atPath: app + "/up", withDestinationPath: "../secret")
        try FileManager.default.createSymbolicLink(atPath: app + "/root", withDestinationPath: "/etc")
        try FileManager.default.createSymbolicLink(atPath: app + "/self", withDestinationPath: ".")
        let made = unsafe mkfifo(app + "/pipe", 0o600)
        try #require(made == 0)
        let content = try await Fixture.read(app)
        #expect(
            content.notes == [
                "pipe: neither a file nor a folder; left out", "root: a symbolic link to /etc, out of the target; not followed",
                "up: a symbolic link to ../secret, out of the target; not followed",
            ])
        #expect(content.artifacts.first?.files.map(\.path) == ["Info.plist"])
    }

    @Test(.enabled(if: geteuid() != 0, "needs a user whom permissions hold back: root reads everything"))
    func unreadableFiles() async throws {
        try folder.write("A.app/Info.plist", Fixture.plist())
        let file = try folder.write("A.app/locked.json", [1])
        let locked = unsafe chmod(file, 0)
        try #require(locked == 0)
        let content = try await Fixture.read("\(folder.path)/A.app")
        #expect(content.notes == ["locked.json: cannot be read: Permission denied"])
        #expect(await failure(file)?.code == .unreadable)
    }

    @Test func namesThatAreNotUTF8() async throws {
        try folder.write("A.app/Info.plist", Fixture.plist())
        let name = Array("\(folder.path)/A.app/x".utf8) + [0xFF] + Array(".txt".utf8)
        unsafe (name + [0]).withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { name in
                if let file = unsafe fopen(name.baseAddress!, "w") { unsafe fclose(file) }
            }
        }
        let content = try await Fixture.read("\(folder.path)/A.app")
        #expect(content.notes == ["x\u{FFFD}.txt: its name is not UTF-8"])
        #expect(content.artifacts.first?.files.map(\.path) == ["Info.plist", "x\u{FFFD}.txt"])
    }

    @Test func nothingToAudit() async throws {
        var error = await failure(folder.path)
        #expect(error?.code == .empty)
        #expect(
            error?.description == "\(folder.path): there is no app, extension, framework, program, profile, project or data of an app in it"
        )
        try folder.write("readme.txt", [1])
        #expect(await failure(folder.path)?.code == .empty)
        try folder.write("Empty.app/readme.txt", [1])
        #expect(await failure("\(folder.path)/Empty.app")?.code == .empty)
        error = await failure("\(folder.path)/missing.ipa")
        #expect(error?.code == .notFound && error?.description == "\(folder.path)/missing.ipa: No such file or directory")
        #expect(await failure("")?.code == .notFound)
        #expect(await failure("/dev/null")?.description == "/dev/null: is neither a file nor a folder")
        // A file that opens and whose first read fails, also for root.
        if FileManager.default.fileExists(atPath: "/proc/self/mem") {
            error = await failure("/proc/self/mem")
            #expect(error?.code == .unreadable && error?.status != nil, "\(String(describing: error))")
        }
        let text = try folder.write("notes.txt", Array("hello".utf8))
        #expect(await failure(text)?.code == .unsupported)
    }

    @Test func tooManyFilesAndTooDeep() async throws {
        try folder.write("A.app/Info.plist", Fixture.plist())
        for index in 0..<10 { try folder.write("A.app/\(index)", []) }
        var limits = ReaderLimits()
        limits.entries = 5
        let error = await #expect(throws: AuditError.self) { try await Fixture.read("\(folder.path)/A.app", limits: limits) }
        #expect(error?.code == .limitExceeded && error?.reason == "has more than 5 files and folders")
        limits = ReaderLimits()
        limits.depth = 3
        try folder.write("A.app/a/b/c/d/e.txt", [1])
        let content = try await Fixture.read("\(folder.path)/A.app", limits: limits)
        #expect(content.notes == ["a/b/c/d: lies more than 3 folders deep; left out"])
    }

    @Test func containers() async throws {
        try folder.write("X.xcframework/Info.plist", Fixture.plist())
        try folder.write("X.xcframework/ios-arm64/X.framework/Info.plist", Fixture.plist())
        try folder.write("X.xcframework/ios-arm64/X.framework/X", Fixture.program(fileType: 6))
        try folder.write("X.xcframework/macos/X.framework/Versions/A/X", Fixture.program(fileType: 6))
        var content = try await Fixture.read("\(folder.path)/X.xcframework")
        #expect(content.artifacts.map(\.path) == ["ios-arm64/X.framework", "macos/X.framework"])
        try folder.write("A.xcarchive/Info.plist", Fixture.plist())
        try folder.write("A.xcarchive/Products/Applications/A.app/Info.plist", Fixture.plist())
        try folder.write("A.xcarchive/Products/Applications/A.app/A", Fixture.program())
        try folder.write("A.xcarchive/dSYMs/A.app.dSYM/Contents/Resources/DWARF/A", Fixture.program(fileType: 10))
        try folder.write("A.xcarchive/dSYMs/A.app.dSYM/Contents/Info.plist", Fixture.plist())
        content = try await Fixture.read("\(folder.path)/A.xcarchive")
        #expect(content.artifacts.map(\.path) == ["Products/Applications/A.app"])
        #expect(content.artifacts.first?.binaries.count == 1)
    }

    @Test func singlePrograms() async throws {
        let path = try folder.write("tool", Fixture.program())
        let content = try await Fixture.read(path)
        #expect(content.artifacts.map(\.path) == [""] && content.artifacts.map(\.kind) == [.binary])
        #expect(content.artifacts.first?.binaries.map(\.path) == ["tool"])
        let broken = try folder.write("broken", Array(Fixture.program().prefix(20)))
        let error = await failure(broken)
        #expect(error?.code == .malformed && error?.place == broken, "\(String(describing: error))")
        #expect(error?.reason.contains("cannot be read as a program") == true)
    }

    @Test func severalTargetsAtOnce() async throws {
        let good = try folder.write("good", Fixture.program())
        let bad = try folder.write("bad.ipa", [1, 2, 3])
        let engine = AuditEngine(rules: [], reader: FileTargetReader()) { _, _ in [] }
        let report = await engine.audit([bad, good, bad], at: WallTime(seconds: 0), toolVersion: "t")
        #expect(report.targets.map { $0.failure == nil } == [false, true, false])
        #expect(report.targets[0].failure == "\(bad): at byte 0: is not a zip archive, whatever its name says")
        #expect(report.targets[1].artifacts.first?.architectures == ["arm64"])
    }
}
