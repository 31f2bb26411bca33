#if os(Linux)
    import Foundation
    import MerlonCore
    import MerlonVault
    import TestSupport
    import Testing
    import VaultConformance

    /// The store and the protector on a real GNOME Keyring and a real KeePassXC, each with a bus of its own, from other processes.
    @Suite struct SecretServiceTests {
        @Test func withoutAService() async throws {
            try await withTemporaryFolder { folder in
                let probe = try SecretServiceProbe(address: "unix:path=/nowhere", folder: folder.path)
                for command in ["read token", "write token x", "add token x", "remove token", "wipe", "list", "contains token", "wrap x"] {
                    #expect(try probe.ask(command) == "error store-unavailable", "\(command)")
                }
            }
        }

        @Test(.enabled(if: DesktopKeyring.Kind.gnomeKeyring.isAvailable, "\(DesktopKeyring.Kind.gnomeKeyring.need)"))
        func withGNOMEKeyring() async throws { try await withKeyring(.gnomeKeyring) { keyring, _ in try everything(keyring) } }

        @Test(.enabled(if: DesktopKeyring.Kind.keePassXC.isAvailable, "\(DesktopKeyring.Kind.keePassXC.need)"))
        func withKeePassXC() async throws { try await withKeyring(.keePassXC) { keyring, _ in try everything(keyring) } }

        private func withKeyring(
            _ kind: DesktopKeyring.Kind, settings: [String: String] = [:], patience: Int = 60,
            _ body: (DesktopKeyring, SecretServiceProbe) async throws -> Void
        ) async throws {
            try await withTemporaryFolder { folder in
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
                let keyring = try DesktopKeyring(kind, folder: folder, settings: settings)
                defer { keyring.stop() }
                try await body(keyring, try SecretServiceProbe(address: keyring.address, folder: keyring.path, patience: patience))
            }
        }

        private func everything(_ keyring: DesktopKeyring) throws {
            let probe = try SecretServiceProbe(address: keyring.address, folder: keyring.path, patience: 60)
            let checks = StoreConformance.all.count + ProtectorConformance.all.count - 1
            #expect(try probe.ask("conformance") == "ok \(checks)")
            #expect(try probe.ask("vault \(keyring.path)/vault/v.db") == "ok authentication-failed")

            // Another process replaces, finds, and adds no second one.
            let another = try SecretServiceProbe(address: keyring.address, folder: keyring.path, patience: 60)
            #expect(try probe.ask("write token old") == "ok")
            #expect(try another.ask("write token geheim") == "ok")
            #expect(try another.ask("add token other") == "error duplicate")
            #expect(try probe.ask("read token") == "ok geheim")
            // What the desktop's own tool sees of an item. KeePassXC keeps the type of a value, and the tool shows text alone.
            let run = try Executable("secret-tool").run(
                ["lookup", "app", "com.example.keyring", "name", "token"], environment: ["DBUS_SESSION_BUS_ADDRESS": keyring.address])
            let isShown = run.output.hasSuffix("geheim") && run.output.hasPrefix("MV1")
            #expect(keyring.kind == .gnomeKeyring ? isShown : run.errors.contains("textual"), "\(run)")

            try keyring.lock()
            for command in ["read token", "write token x", "add other x", "remove token", "wipe", "wrap x"] {
                #expect(try probe.ask(command) == "error locked", "\(command)")
            }
            // GNOME Keyring shows a locked keyring's items. KeePassXC does not: then nothing is said not to be there.
            let showsItems = keyring.kind == .gnomeKeyring
            #expect(try probe.ask("contains token") == (showsItems ? "ok true" : "error locked"))
            #expect(try probe.ask("list") == (showsItems ? "ok token" : "error locked"))
            #expect(try probe.ask("contains none") == (showsItems ? "ok false" : "error locked"))
            if keyring.kind == .keePassXC {
                try keyring.open()
                #expect(try probe.ask("read token") == "ok geheim")
            }
            // The bus goes away: an error, what was known last or that nobody is there, and the process lives on.
            keyring.stop()
            #expect(try ["error store-unavailable", "error locked"].contains(probe.ask("read token")))
            #expect(try ["error store-unavailable", "error locked"].contains(probe.ask("contains none")))
        }

        /// Whoever does not use the Secret Service needs no libsecret.
        @Test func theServiceIsLoadedAtRunTimeAlone() throws {
            let linked = try Executable("ldd").run([BuiltProducts.executable("VaultProbe").path]).output
            #expect(!linked.contains("libsecret") && linked.contains("libsqlite3"), "\(linked)")
        }

        // MARK: KeePassXC's own ways

        /// It is told to ask before a program gets an item: to a program that did not make it, the item is locked, and stays as it is.
        @Test(.enabled(if: DesktopKeyring.Kind.keePassXC.isAvailable, "\(DesktopKeyring.Kind.keePassXC.need)"))
        func anItemThatNeedsConsentIsLocked() async throws {
            try await withKeyring(.keePassXC, settings: ["ConfirmAccessItem": "true"]) { keyring, probe in
                #expect(try probe.ask("write token geheim") == "ok")
                let another = try SecretServiceProbe(address: keyring.address, folder: keyring.path, patience: 60)
                for command in ["read token", "write token x", "remove token", "wipe"] {
                    #expect(try another.ask(command) == "error locked", "\(command)")
                }
                #expect(try another.ask("add token x") == "error duplicate")
                #expect(try another.ask("list") == "ok token")
                #expect(try probe.ask("read token") == "ok geheim")
            }
        }

        /// It asks before it removes an item: nobody answers, and that is an error, not a removal.
        @Test(.enabled(if: DesktopKeyring.Kind.keePassXC.isAvailable, "\(DesktopKeyring.Kind.keePassXC.need)"))
        func aRemovalThatNobodyAgreesToIsAnError() async throws {
            try await withKeyring(.keePassXC, settings: ["ConfirmDeleteItem": "true"], patience: 2) { keyring, probe in
                let patient = try SecretServiceProbe(address: keyring.address, folder: keyring.path, patience: 60)
                #expect(try patient.ask("write token geheim") == "ok")
                #expect(try probe.ask("remove token") == "error store-unavailable")
                #expect(try probe.ask("wipe") == "error store-unavailable")
                #expect(try patient.ask("read token") == "ok geheim")
            }
        }

        /// The default collection is the database that is in front: an item stays in its own, and is there once.
        @Test(.enabled(if: DesktopKeyring.Kind.keePassXC.isAvailable, "\(DesktopKeyring.Kind.keePassXC.need)"))
        func anItemStaysInItsDatabase() async throws {
            try await withKeyring(.keePassXC) { keyring, probe in
                #expect(try probe.ask("write token old") == "ok")
                try keyring.open("second")
                #expect(try probe.ask("write token geheim") == "ok")
                #expect(try probe.ask("write other x") == "ok")
                #expect(try probe.ask("read token") == "ok geheim")
                #expect(try probe.ask("list") == "ok other token")
                #expect(try probe.ask("remove token") == "ok")
                #expect(try probe.ask("read token") == "error not-found")
                #expect(try probe.ask("wipe") == "ok")
                #expect(try probe.ask("list") == "ok")
            }
        }

        /// What the documentation says of removed items: with a recycle bin they are in the file all the same, without one they are not.
        @Test(.enabled(if: DesktopKeyring.Kind.keePassXC.isAvailable, "\(DesktopKeyring.Kind.keePassXC.need)"), arguments: [true, false])
        func theRecycleBinKeepsWhatWasRemoved(_ hasBin: Bool) async throws {
            try await withKeyring(.keePassXC, settings: ["RecycleBinEnabled": hasBin ? "True" : "False"]) { keyring, probe in
                #expect(try probe.ask("write token old") == "ok")
                #expect(try probe.ask("write token geheim") == "ok")
                #expect(try probe.ask("write other x") == "ok")
                #expect(try probe.ask("remove token") == "ok")
                #expect(try probe.ask("read token") == "error not-found")
                // Locking saves the file; "other" tells that it has.
                try keyring.lock()
                let text = try keyring.export()
                #expect(text.contains("<Value>other</Value>"))
                #expect(text.contains("<Value>token</Value>") == hasBin)
            }
        }
    }

    /// A process that uses the Secret Service of a bus.
    private final class SecretServiceProbe {
        private let process = Process()
        private let input = Pipe()
        private let output = Pipe()

        /// - Parameter folder: where its session keeps its lock.
        init(address: String, folder: String, patience: Int = 10) throws {
            process.executableURL = BuiltProducts.executable("SecretServiceProbe")
            process.arguments = ["\(patience)"]
            process.standardInput = input
            process.standardOutput = output
            process.environment = ProcessInfo.processInfo.environment.merging([
                "DBUS_SESSION_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": folder,
            ]) { $1 }
            try process.start(atMost: 300)
        }

        deinit {
            try? input.fileHandleForWriting.close()
            process.end()
        }

        /// The line that answers the command; what there is of one when the process has ended.
        func ask(_ command: String) throws -> String {
            try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
            var line = Data()
            while line.last != 0x0A {
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { break }
                line += more
            }
            return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
#endif
