import Foundation
import MerlonPrivacy
import TestSupport
import Testing

@Suite struct CacheAuditTests {
    private static let files: [(path: String, kind: CacheKind?)] = [
        ("Library/Caches/com.example.bank/Cache.db", .networkResponses),
        ("Library/Caches/com.example.bank/Cache.db-wal", .networkResponses),
        ("Library/Caches/com.example.bank/fsCachedData/8A1B", .networkResponses), ("Library/Caches/images/logo.png", nil),
        ("Library/SplashBoard/Snapshots/sceneID:x/a.ktx", .snapshots), ("Library/Caches/Snapshots/com.example/b.png", .snapshots),
        ("Library/Saved Application State/x.savedState/data.data", .savedState), ("Library/Cookies/Cookies.binarycookies", .cookies),
        ("Library/HTTPStorages/com.example.bank/httpstorages.sqlite", .cookies), ("Library/WebKit/WebsiteData/LocalStorage/x.db", .webData),
        ("Library/Caches/WebKit/NetworkCache/y", .webData), ("tmp/WebKit/MediaCache/z", .webData),
        ("Library/Keyboard/en-dynamic.lm/words", .keyboard), ("tmp/upload.bin", .temporary), ("Documents/report.pdf", nil),
        ("Library/Preferences/com.example.bank.plist", nil), ("Library/Application Support/tmp/own", nil),
    ]

    private func withContainer(_ body: (URL) throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            for (path, _) in Self.files {
                let file = folder.appendingPathComponent(path)
                try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data("12345".utf8).write(to: file)
            }
            try body(folder)
        }
    }

    @Test func leftoversAreTold() async throws {
        try await withContainer { folder in
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("tmp/link"), withDestinationURL: folder.appendingPathComponent("Documents/report.pdf"))
            let found = try CacheAudit(container: folder.path).leftovers()
            let expected = Self.files.filter { $0.kind != nil }.sorted { $0.path < $1.path }
            #expect(found.map(\.path) == expected.map(\.path))
            #expect(found.map(\.kind) == expected.compactMap(\.kind))
            #expect(found.allSatisfy { $0.byteCount == 5 })
        }
    }

    @Test func kindsAreRemovedAndNothingElse() async throws {
        try await withContainer { folder in
            let audit = CacheAudit(container: folder.path)
            let removed = try audit.remove([.networkResponses, .snapshots])
            #expect(removed.count == 5)
            for (path, kind) in Self.files {
                let exists = FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
                #expect(exists == (kind != .networkResponses && kind != .snapshots), "\(path)")
            }
            #expect(try audit.remove([.networkResponses]).isEmpty)
        }
    }

    @Test func theVaultsAuditIsToldOfThem() {
        for (path, kind) in Self.files {
            #expect(CacheCatalogue.caches.leftover(at: path) == (kind == .temporary ? nil : kind?.summary), "\(path)")
            #expect(CacheCatalogue(kinds: [.temporary]).leftover(at: path) == (kind == .temporary ? kind?.summary : nil), "\(path)")
        }
        #expect(Set(CacheKind.allCases.map(\.summary)).count == CacheKind.allCases.count)
    }

    @Test func aMissingContainerIsAnError() {
        #expect(throws: PrivacyError(.unreadable, "")) { try CacheAudit(container: "/nowhere/at/all").leftovers() }
    }
}
