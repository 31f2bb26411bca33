#if os(Linux)
    import Foundation
    import MerlonCore
    import MerlonVault
    import TestSupport
    import Testing
    import VaultConformance

    /// The Secret Service with a real GNOME Keyring. One test, in order: a process has one session bus.
    @Suite struct SecretServiceTests {
        @Test(.enabled(if: DesktopKeyring.isAvailable, "\(DesktopKeyring.need)")) func withARealKeyring() async throws {
            let store = SecretServiceStore()
            let key = try ItemKey("token", in: Namespace("com.example.keyring", environment: .production))
            // Nobody is there yet.
            unsafe setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere", 1)
            await #expect(throws: VaultError(.storeUnavailable, "")) { _ = try await store.read(key, prompt: nil) }
            await #expect(throws: VaultError(.storeUnavailable, "")) {
                try await store.write(SecretBytes(copying: [1]), for: key, policy: .thisDevice())
            }
            await #expect(throws: VaultError(.storeUnavailable, "")) {
                _ = try await SecretServiceProtector().wrap(SecretBytes(copying: [1]))
            }

            try await withTemporaryFolder { folder in
                let keyring = try DesktopKeyring(folder: folder)
                defer { keyring.stop() }
                unsafe setenv("DBUS_SESSION_BUS_ADDRESS", keyring.address, 1)
                for check in StoreConformance.all {
                    try await check.run(on: store, policy: .thisDevice())
                    for namespace in try await store.namespaces(ofApp: "com.example.conformance") {
                        try await store.removeAll(in: namespace)
                    }
                }
                try await protectors(folder)
                try await secretTool(store, key)
                try await locked(store, key, keyring)
                // The bus goes away: an error, what was known last or that nobody is there, and the process lives on.
                keyring.stop()
                do throws(VaultError) {
                    _ = try await store.read(key, prompt: nil)
                    Issue.record("read without a service")
                } catch { #expect([.storeUnavailable, .locked].contains(error.code), "\(error)") }
            }
        }

        private func protectors(_ folder: URL) async throws {
            for check in ProtectorConformance.all where !check.description.hasPrefix("another secret") {
                try await check.run(SecretServiceProtector(), SecretServiceProtector())
            }
            let path = folder.appendingPathComponent("vault/v.db").path
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
            let file = try await FileStore.create(at: path, protectors: [SecretServiceProtector()])
            let key = try KeyFileProtector.create(at: folder.appendingPathComponent("key").path)
            try await file.add(key, openingWith: [SecretServiceProtector()])
            _ = try await FileStore.open(at: path, with: [SecretServiceProtector()])
            // The keyring forgets the key with the slot.
            try await file.removeProtector(0, protector: SecretServiceProtector())
            await #expect(throws: VaultError(.authenticationFailed, "")) {
                _ = try await FileStore.open(at: path, with: [SecretServiceProtector()])
            }
        }

        /// What the desktop's own tool sees of an item.
        private func secretTool(_ store: SecretServiceStore, _ key: ItemKey) async throws {
            try await store.write(SecretBytes(copying: Array("geheim".utf8)), for: key, policy: .thisDevice())
            let run = try Executable("secret-tool").run(["lookup", "app", "com.example.keyring", "name", "token"])
            #expect(run.output.hasSuffix("geheim") && run.output.hasPrefix("MV1"), "\(run)")
        }

        private func locked(_ store: SecretServiceStore, _ key: ItemKey, _ keyring: DesktopKeyring) async throws {
            try keyring.lock()
            let start = SystemTimeSource().monotonicTime
            await #expect(throws: VaultError(.locked, "")) { _ = try await store.read(key, prompt: nil) }
            await #expect(throws: VaultError(.locked, "")) {
                try await store.write(SecretBytes(copying: [1]), for: key, policy: .thisDevice())
            }
            await #expect(throws: VaultError(.locked, "")) { try await store.remove(key) }
            await #expect(throws: VaultError(.locked, "")) { try await store.removeAll(in: key.namespace) }
            #expect(try await store.contains(key))
            #expect((SystemTimeSource().monotonicTime - start).inSeconds < 9, "no call may wait for a prompt")
        }

        /// Whoever does not use the Secret Service needs no libsecret.
        @Test(.enabled(if: DesktopKeyring.isAvailable, "\(DesktopKeyring.need)")) func theServiceIsLoadedAtRunTimeAlone() throws {
            let linked = try Executable("ldd").run([BuiltProducts.executable("VaultProbe").path]).output
            #expect(!linked.contains("libsecret") && linked.contains("libsqlite3"), "\(linked)")
        }
    }
#endif
