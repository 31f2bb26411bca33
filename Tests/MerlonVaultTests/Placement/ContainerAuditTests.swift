import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import TestSupport
import Testing

@Suite struct ContainerAuditTests {
    let attributes = FakeAttributes()

    private func write(_ bytes: Data, _ path: String, in container: URL, mode: Int = 0o600) throws {
        let url = container.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    }

    private func issues(_ container: URL, _ files: [String: DataKind]) async throws -> [String] {
        try await ContainerAudit(policy: PlacementPolicy(files: files), attributes: attributes).issues(in: container.path)
            .map { "\($0.path) \($0.kind.rawValue)" }
    }

    @Test func whatIsNotAsItShouldBeIsListed() async throws {
        try await withTemporaryFolder { (container) async throws in
            let key = try SealingKey.generate()
            try write(Data("plain".utf8), "Documents/report.txt", in: container)
            try write(Data("plain".utf8), "Documents/token.txt", in: container, mode: 0o644)
            try write(Data("plain".utf8), "Documents/unknown.txt", in: container)
            try write(Data("cache".utf8), "Library/Caches/page.html", in: container)
            try write(Data("tmp".utf8), "tmp/letter.txt", in: container)
            try write(Data("SQLite format 3\u{0}".utf8), "Library/Application Support/app.db", in: container)
            try write(Data("wal".utf8), "Library/Application Support/app.db-wal", in: container)
            let database = container.appendingPathComponent("Library/Application Support/app.db").path
            try attributes.setProtection(.complete, ofFileAt: database)
            try attributes.setExcludedFromBackup(true, fileAt: database)
            let good = ProtectedFile(at: container.appendingPathComponent("Documents/record").path, key: key, attributes: attributes)
            try await good.write([UInt8](repeating: 7, count: 200))
            let files: [String: DataKind] = [
                "Documents/report.txt": .health, "Documents/token.txt": .token, "Documents/record": .health,
                "Library/Caches/*": .publicCache,
                "tmp/*.txt": .personal, "Library/Application Support/app.db": .personal,
            ]
            let found = try await issues(container, files)
            #expect(
                found == [
                    "Documents/report.txt inBackups", "Documents/report.txt notSealed", "Documents/report.txt weakProtection",
                    "Documents/token.txt misplaced", "Documents/token.txt openToOthers", "Documents/unknown.txt undeclared",
                    "Library/Application Support/app.db-wal unprotectedCompanion",
                    "Library/Application Support/app.db-wal unprotectedCompanion", "tmp/letter.txt misplaced", "tmp/letter.txt notSealed",
                    "tmp/letter.txt weakProtection",
                ], "\(found)")
            let companions = try ProtectedDirectory(
                at: container.appendingPathComponent("Library/Application Support").path, attributes: attributes)
            try companions.protect()
            #expect(try await !issues(container, files).contains { $0.contains("app.db") })
        }
    }

    @Test func secretsAmongPreferencesAreNamed() async throws {
        try await withTemporaryFolder { (container) async throws in
            let values: [String: Any] = [
                "authToken": "abc", "user_pin": 1234, "pinnedItems": ["a"], "theme": "dark", "api-key": "k", "blob": Data([1]),
                "session": ["refreshToken": "r", "count": 3], "spinCount": 4, "emptyPassword": "", "hasPassword": true,
                "x": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
                "y": "-----BEGIN PRIVATE KEY-----\nAA\n-----END PRIVATE KEY-----",
            ]
            let list = try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
            try write(list, "Library/Preferences/com.example.bank.plist", in: container)
            try write(Data("not a list".utf8), "Library/Preferences/broken.plist", in: container)
            let found = try await ContainerAudit(attributes: attributes).issues(in: container.path)
            #expect(found.allSatisfy { $0.kind == .secretInPreferences })
            let names = found.compactMap { $0.detail.split(separator: "'").dropFirst().first.map(String.init) }
            #expect(names == ["api-key", "authToken", "session.refreshToken", "user_pin", "x", "y"])
            #expect(!found.contains { $0.detail.contains("abc") || $0.detail.contains("1234") }, "an issue carries no value")
        }
    }

    private struct Leftovers: LeftoverCatalogue {
        func leftover(at path: String) -> String? { path.hasPrefix("Library/SplashBoard/") ? "a picture of the screen" : nil }
    }

    @Test func whatFrameworksLeftIsToldUnlessItIsDeclared() async throws {
        try await withTemporaryFolder { (container) async throws in
            for path in ["Library/SplashBoard/Snapshots/a.ktx", "Library/SplashBoard/own.bin", "Library/Caches/logo.png"] {
                try write(Data("x".utf8), path, in: container)
            }
            let policy = PlacementPolicy(files: ["Library/SplashBoard/own.bin": .publicCache])
            let audit = ContainerAudit(policy: policy, attributes: attributes, leftovers: Leftovers())
            let found = try await audit.issues(in: container.path)
            #expect(
                found.map { "\($0.kind.rawValue) \($0.path): \($0.detail)" }
                    == ["leftover Library/SplashBoard/Snapshots/a.ktx: a picture of the screen"])
            #expect(try await ContainerAudit(policy: policy, attributes: attributes).issues(in: container.path) == [])
        }
    }

    @Test func whatIsNoContainerIsAnError() async throws {
        let audit = ContainerAudit(attributes: attributes)
        #expect(await code { _ = try await audit.issues(in: "/nonexistent-container") } == .notFound)
    }
}
