import Foundation
import TestSupport
import Testing

/// `merlon audit BACKUP --app ID` as a shell uses it, on a backup that another program made: SQLite and property lists of Python.
@Suite("merlon audit of a device backup as a process", .enabled(if: python.isInstalled, "needs python3: Scripts/setup --tests"))
struct BackupAuditCommandTests {
    private let tool = Executable(product: "merlon")
    private static let token =
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IlpvZSJ9.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"

    /// Makes a backup of files: domain, path, protection class, content.
    private static let maker = """
        import hashlib, os, plistlib, sqlite3, sys
        folder, token = sys.argv[1:]
        UID = plistlib.UID
        os.makedirs(folder)
        def record(path, protection, size):
            objects = ["$null", {"$class": UID(3), "RelativePath": UID(2), "ProtectionClass": protection, "Size": size, "Mode": 0o100644,
                "InodeNumber": 1, "Flags": 0}, path, {"$classname": "MBFile", "$classes": ["MBFile", "NSObject"]}]
            archive = {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": UID(1)}, "$objects": objects}
            return plistlib.dumps(archive, fmt=plistlib.FMT_BINARY)
        database = sqlite3.connect(folder + "/Manifest.db")
        database.execute("CREATE TABLE Files (fileID TEXT PRIMARY KEY, domain TEXT, relativePath TEXT, flags INTEGER, file BLOB)")
        note = folder + "/note.db"
        notes = sqlite3.connect(note)
        notes.execute("CREATE TABLE session (id INTEGER PRIMARY KEY, token TEXT)")
        notes.execute("INSERT INTO session (token) VALUES (?)", (token,))
        notes.commit(); notes.close()
        keychain = {"genp": [{"v_Data": bytes([3, 0, 0, 0, kind, 0, 0, 0]) + bytes(60)} for kind in (6, 9, 9)]}
        for domain, path, protection, content in (
            ("AppDomain-com.example.bank", "Documents/pulse.csv", 3, b"12:00,61"),
            ("AppDomain-com.example.bank", "Documents/notes.sqlite", 1, open(note, "rb").read()),
            ("AppDomain-com.example.bank", "Library/Preferences/com.example.bank.plist", 3, plistlib.dumps({"theme": "dark"})),
            ("AppDomain-org.example.other", "Documents/a.txt", 3, token.encode()),
            ("KeychainDomain", "keychain-backup.plist", 3, plistlib.dumps(keychain, fmt=plistlib.FMT_BINARY)),
        ):
            name = hashlib.sha1(f"{domain}-{path}".encode()).hexdigest()
            database.execute("INSERT INTO Files VALUES (?, ?, ?, 1, ?)", (name, domain, path, record(path, protection, len(content))))
            os.makedirs(f"{folder}/{name[:2]}", exist_ok=True)
            open(f"{folder}/{name[:2]}/{name}", "wb").write(content)
        database.commit()
        database.close()
        os.remove(note)
        open(folder + "/Manifest.plist", "wb").write(plistlib.dumps({"IsEncrypted": False, "Version": "10.0"}))
        """

    private func withBackup(_ body: (_ backup: String, _ folder: URL) throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let backup = folder.path + "/Backup"
            let made = try python.run(["-c", Self.maker, backup, Self.token])
            #expect(made.status == 0, "\(made.errors)")
            try body(backup, folder)
        }
    }

    @Test("Its files are judged by class, place and content, and the report holds no secret")
    func findings() async throws {
        try await withBackup { backup, folder in
            let policy = folder.path + "/policy.json"
            try Data(#"{"files": {"Documents/*.csv": "health", "Documents/*.sqlite": "personal"}}"#.utf8).write(
                to: URL(fileURLWithPath: policy))
            for format in ["json", "text", "sarif", "html", "junit"] {
                let run = try tool.run(["audit", backup, "--app", "com.example.bank", "--placement", policy, "--format", format])
                #expect(run.status == 1 && run.errors.isEmpty, "\(format): \(run.errors)")
                #expect(!run.output.contains(Self.token.prefix(20)), "a report holds no secret")
                guard format == "json" else { continue }
                let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
                let target = try #require((report["targets"] as? [[String: Any]])?.first)
                let found = (target["findings"] as? [[String: Any]] ?? []).flatMap { finding in
                    (finding["evidence"] as? [[String: Any]] ?? []).map { "\($0["file"] ?? ""): \($0["detail"] ?? "")" }
                }
                let domain = "AppDomain-com.example.bank/"
                #expect(
                    found.contains(
                        domain + "Documents/pulse.csv: its class is completeUntilFirstUserAuthentication, and health data wants complete"))
                #expect(found.contains(domain + "Documents/pulse.csv: health data, and a backup has it"))
                #expect(
                    found.contains {
                        $0.hasPrefix(domain + "Documents/notes.sqlite: JSON web token: eyJh… ")
                            && $0.hasSuffix("in the column token of the table session")
                    }, "\(found)")
                #expect(!found.contains { $0.contains("org.example.other") || $0.contains("notes.sqlite: its class") })
                let notes = target["notes"] as? [String] ?? []
                #expect(
                    notes.contains { $0.contains("1 items move to another device with an encrypted backup, 2 never leave this device") },
                    "\(notes)")
            }
        }
    }

    @Test("Which app, and what cannot be read, is said on standard error with status 2")
    func refusals() async throws {
        try await withBackup { backup, folder in
            let list = "it has com.example.bank, org.example.other"
            for arguments in [[], ["--app", "com.example"], ["--app", "com.example.bank", "--app", "none"], ["--app", ""]] {
                let run = try tool.run(["audit", backup] + arguments)
                #expect(run.status == 2 && run.errors.hasPrefix("error: ") && run.errors.contains(list), "\(arguments): \(run.errors)")
            }
            let none = try tool.run(["audit", folder.path, "--app", "com.example.bank"])
            #expect(none.status == 2 && none.errors.contains("is no device backup"), "\(none.errors)")
            let script = "import plistlib, sys; open(sys.argv[1], 'wb').write(plistlib.dumps({'IsEncrypted': True}))"
            #expect(try python.run(["-c", script, backup + "/Manifest.plist"]).status == 0)
            let encrypted = try tool.run(["audit", backup, "--app", "com.example.bank"])
            #expect(encrypted.status == 2 && encrypted.errors.contains("the backup is encrypted"), "\(encrypted.errors)")
        }
    }
}

private let python = Executable("python3")
