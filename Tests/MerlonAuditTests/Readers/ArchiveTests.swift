import MerlonCore
import Testing

@testable import MerlonAudit

struct ArchiveTests {
    private let folder = try? TemporaryFolder()

    private func read(_ bytes: [UInt8], name: String = "App.ipa", limits: ReaderLimits = ReaderLimits()) async throws -> TargetContent {
        try await Fixture.read(#require(folder).write(name, bytes), limits: limits)
    }

    /// What reading the archive fails with; `nil` when it does not.
    private func failure(_ bytes: [UInt8], limits: ReaderLimits = ReaderLimits()) async throws -> AuditError? {
        do {
            _ = try await read(bytes, limits: limits)
            return nil
        } catch let error as AuditError { return error }
    }

    @Test(arguments: [UInt16(0), 8]) func plainArchive(_ method: UInt16) async throws {
        let content = try await read(Fixture.ipa { for index in $0.entries.indices { $0.entries[index].method = method } })
        let app = try #require(content.artifacts.first)
        #expect(content.artifacts.count == 1 && content.notes.isEmpty, "\(content.notes)")
        #expect(app.kind == .app && app.path == "Payload/App.app" && app.name == "App")
        #expect(app.infoPlist?["CFBundleIdentifier"]?.string == "com.example.app")
        #expect(app.infoPlistPath == "Payload/App.app/Info.plist")
        #expect(app.binaries.map(\.path) == ["Payload/App.app/Main"])
        #expect(app.binaries.first?.slices.map(\.architecture) == ["arm64"])
        #expect(app.binaries.first?.slices.first?.minimumOS == "15.0")
        #expect(app.files.map(\.path).contains("Payload/App.app/config.json"))
    }

    @Test(arguments: [
        ("../../outside", "has a path that leads out of the target; left out"), ("Payload/../../x", "leads out of the target"),
        ("/etc/passwd", "has an absolute path; left out"),
        ("Payload/App.app/" + String(repeating: "d/", count: 80) + "x", "lies more than 64 folders deep"),
        ("Payload/" + String(repeating: "n", count: 5000), "has a name of more than 4096 bytes"), ("./", "has no name"),
    ]) func namesThatAreLeftOut(_ name: String, _ note: String) async throws {
        let content = try await read(Fixture.ipa { $0.add(name, [1, 2, 3]) })
        #expect(content.artifacts.count == 1)
        #expect(content.notes.count == 1 && content.notes.first?.contains(note) == true, "\(content.notes)")
        #expect(content.notes.first?.hasPrefix("entry 4, ") == true)
    }

    @Test func namesThatAreNotUTF8() async throws {
        let name = Array("Payload/App.app/b".utf8) + [0xFF, 0xFE] + Array(".txt".utf8)
        var content = try await read(Fixture.ipa { $0.add("x", [1]) { $0.name = name } })
        #expect(content.artifacts.first?.files.count == 4)
        #expect(content.notes == ["Payload/App.app/b\u{FFFD}\u{FFFD}.txt: its name is not UTF-8"])
        // An entry whose name claims to be UTF-8 and is not.
        content = try await read(
            Fixture.ipa {
                $0.add("x", [1]) {
                    $0.name = name
                    $0.flags = 0x800
                }
            })
        #expect(content.artifacts.first?.files.count == 3)
        #expect(content.notes == ["entry 4: has no name, or one that is not UTF-8 although it says so; left out"])
        content = try await read(
            Fixture.ipa { $0.add("Payload/App.app/Grüße-日本.txt", [1]) { $0.flags = 0x800 } })
        #expect(content.artifacts.first?.files.map(\.name).contains("Grüße-日本.txt") == true)
        #expect(content.notes.isEmpty)
    }

    @Test func controlCharactersInNamesDoNotReachATerminal() async throws {
        let content = try await read(Fixture.ipa { $0.add("Payload/App.app/\u{1B}[31mred.txt", [1]) })
        #expect(content.artifacts.first?.files.contains { $0.path == "Payload/App.app/\u{FFFD}[31mred.txt" } == true)
    }

    @Test func linksAndSpecialFiles() async throws {
        let content = try await read(
            Fixture.ipa {
                $0.add("Payload/App.app/out", Array("../../../../etc/passwd".utf8)) { $0.mode = 0o120777 }
                $0.add("Payload/App.app/absolute", Array("/etc/passwd".utf8)) { $0.mode = 0o120777 }
                $0.add("Payload/App.app/inside", Array("Info.plist".utf8)) { $0.mode = 0o120777 }
            })
        #expect(
            content.notes == [
                "Payload/App.app/out: a symbolic link to ../../../../etc/passwd, out of the target; not followed",
                "Payload/App.app/absolute: a symbolic link to /etc/passwd, out of the target; not followed",
            ])
        #expect(content.artifacts.first?.files.count == 3)
    }

    @Test func repeatedEntries() async throws {
        let content = try await read(
            Fixture.ipa { $0.add("Payload/./App.app//Info.plist", Fixture.plist(["CFBundleIdentifier": "com.example.other"])) })
        #expect(content.artifacts.first?.infoPlist?["CFBundleIdentifier"]?.string == "com.example.app")
        #expect(content.notes == ["Payload/App.app/Info.plist: appears more than once (again as entry 4); only the first is audited"])
    }

    @Test func encrypted() async throws {
        let error = try await failure(Fixture.ipa { for index in $0.entries.indices { $0.entries[index].flags = 1 } })
        #expect(error?.code == .encrypted)
        #expect(error?.description.hasSuffix("App.ipa: Payload/App.app/Info.plist: is encrypted; an app that installs is not") == true)
    }

    @Test func textWithTheNameOfAnArchive() async throws {
        let error = try await failure(Array("this is not an app".utf8))
        #expect(error?.code == .unsupported)
        #expect(error?.description.hasSuffix("App.ipa: at byte 0: is not a zip archive, whatever its name says") == true)
        #expect(try await failure([])?.reason == "is empty")
    }

    @Test func archivesWithoutAnApp() async throws {
        #expect(try await failure(ZipBuilder().bytes)?.code == .empty)
        let error = try await failure(ZipBuilder([("Payload/readme.txt", [1]), ("App.app", [2])]).bytes)
        #expect(
            error?.code == .empty
                && error?.reason == "there is no app, extension, framework, program, profile, project or data of an app in it")
        #expect(try await failure(ZipBuilder([("Payload/App.app/readme.txt", [1])]).bytes)?.code == .empty)
    }

    @Test func cutAtEveryByte() async throws {
        let bytes = Fixture.ipa { $0.entries[1].method = 8 }
        for length in 0..<bytes.count {
            let error = try await failure(Array(bytes.prefix(length)))
            #expect(error != nil, "cut at \(length)")
        }
    }

    @Test func everyByteSetToExtremes() async throws {
        let bytes = Fixture.ipa { $0.entries[1].method = 8 }
        for index in bytes.indices {
            for value: UInt8 in [0x00, 0x7F, 0xFF] {
                var changed = bytes
                changed[index] = value
                _ = try await failure(changed)
            }
        }
    }

    private static let untruths: [(name: String, method: UInt16, change: @Sendable (inout ZipBuilder.Entry) -> Void)] = [
        ("a smaller size", 0, { $0.statedSize = 10 }), ("a larger size", 8, { $0.statedSize = 100_000 }),
        ("a smaller size, deflated", 8, { $0.statedSize = 10 }), ("a wrong checksum", 0, { $0.crc = 7 }),
        ("a wrong checksum, deflated", 8, { $0.crc = 7 }), ("an unknown method", 97, { _ in }),
        (
            "content past the end", 0,
            {
                $0.statedCompressedSize = 100_000_000
                $0.statedSize = 100_000_000
            }
        ), ("an offset past the end", 0, { $0.statedOffset = 0x7FFF_FFFF }),
    ]

    @Test(arguments: untruths.indices, 0..<2) func lies(_ index: Int, _ entry: Int) async throws {
        let (name, method, change) = Self.untruths[index]
        let error = try await failure(
            Fixture.ipa {
                $0.entries[entry].method = method
                change(&$0.entries[entry])
            })
        // A property list of 100 MB is not looked at, so its end is not either.
        guard entry == 1 || name != "content past the end" else { return }
        #expect(error?.code == .malformed, "\(name): \(String(describing: error))")
        #expect(error?.place.contains("App.ipa") == true)
    }

    @Test func directoriesThatLie() async throws {
        let cases: [(String, (inout ZipBuilder) -> Void, AuditError.Code, String)] = [
            ("a billion entries", { $0.zip64Count = 1_000_000_000 }, .limitExceeded, "claims 1000000000 entries; no more than 250000"),
            ("2^64 entries", { $0.zip64Count = .max }, .limitExceeded, "claims 18446744073709551615 entries"),
            ("a directory past the end", { $0.statedDirectory = 0x7FFF_FFFF }, .malformed, "lies past its end"),
        ]
        for (name, change, code, reason) in cases {
            let error = try await failure(Fixture.ipa(change))
            #expect(error?.code == code && error?.reason.contains(reason) == true, "\(name): \(String(describing: error))")
        }
        var limits = ReaderLimits()
        limits.archiveDirectory = 100
        #expect(try await failure(Fixture.ipa(), limits: limits)?.code == .limitExceeded)
        limits = ReaderLimits()
        limits.entries = 2
        #expect(try await failure(Fixture.ipa(), limits: limits)?.code == .limitExceeded)
        // Two entries promised, three there.
        #expect(try await failure(Fixture.ipa { $0.statedCount = 2 }, limits: limits)?.reason.contains("more than 2 entries") == true)
    }

    @Test func bombs() async throws {
        var limits = ReaderLimits()
        limits.expansionFloor = 1 << 10
        limits.expansion = 1
        let program = Fixture.program() + [UInt8](repeating: 0, count: 8 << 10)
        // One that says how large it is: refused before memory is taken.
        var error = try await failure(
            Fixture.ipa {
                $0.entries[1].content = program
                $0.entries[1].statedSize = 0x7000_0000
            }, limits: limits)
        #expect(error?.code == .limitExceeded && error?.place.hasSuffix("App.ipa: Payload/App.app/Main") == true)
        #expect(error?.reason.hasPrefix("claims 1879048192 bytes") == true, "\(String(describing: error))")
        // Many entries of which each is small.
        error = try await failure(
            Fixture.ipa { zip in
                for index in 0..<100 { zip.add("Payload/App.app/\(index).png", [UInt8](repeating: 7, count: 64)) }
            },
            limits: {
                limits.expansion = 0; return limits
            }())
        #expect(
            error?.code == .limitExceeded && error?.reason.contains("unfolds to more than 1024") == true, "\(String(describing: error))")
    }

    @Test func limitsOfContent() async throws {
        var limits = ReaderLimits()
        limits.allContent = 600
        let text = [UInt8](repeating: 0x41, count: 500)
        let content = try await read(
            Fixture.ipa {
                $0.add("Payload/App.app/a.txt", text)
                $0.add("Payload/App.app/b.txt", text)
            }, limits: limits)
        #expect(content.notes == ["2 files: their content was not looked at: all texts together have over 600 bytes"])
        limits = ReaderLimits()
        limits.binary = 50
        let small = try await read(Fixture.ipa(), limits: limits)
        #expect(small.artifacts.first?.binaries.isEmpty == true)
        #expect(small.notes == ["Payload/App.app/Main: a program of 80 bytes; no more than 50 are looked at"])
    }
}
