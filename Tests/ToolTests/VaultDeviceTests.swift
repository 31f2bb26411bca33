#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// `merlon vault` with what a machine has beside files: a TPM and its counter, a token, credentials of systemd.
    @Suite("merlon vault with devices, as a process")
    struct VaultDeviceTests {
        private static let hasTPM = SoftwareTPM.isAvailable && Executable("tss2_provision").isInstalled

        private let tool = Executable(product: "merlon")

        private func inFolder(
            _ environment: [String: String?] = [:],
            _ body: (URL, (_ arguments: String, _ input: String) throws -> Executable.Run) async throws -> Void
        ) async throws {
            try await withTemporaryFolder { folder in
                try await body(folder) { arguments, input in
                    let words = arguments.split(separator: " ").map(String.init)
                    return try tool.run(["vault"] + words + ["--vault", "v/v.db"], input: input, environment: environment, in: folder)
                }
            }
        }

        /// The files of the vault, to be put back later.
        private func copy(_ folder: URL) throws -> [(URL, Data)] {
            let place = folder.appendingPathComponent("v")
            return try FileManager.default.contentsOfDirectory(atPath: place.path).map {
                let url = place.appendingPathComponent($0)
                return (url, try Data(contentsOf: url))
            }
        }

        private func restore(_ files: [(URL, Data)], in folder: URL) throws {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/v") {
                try FileManager.default.removeItem(atPath: folder.path + "/v/" + name)
            }
            for (url, data) in files {
                try data.write(to: url)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
            }
        }

        @Test("A TPM opens the vault, with its PIN", .enabled(if: Self.hasTPM, "\(SoftwareTPM.need), tpm2-tools"))
        func tpm() async throws {
            try await withProvisionedTPM { environment in
                try await inFolder(environment) { folder, vault in
                    try Data("4711\n".utf8).write(to: folder.appendingPathComponent("pin"))
                    #expect(try vault("set a --from - --tpm vault --tpm-pin-file pin", "x").status == 2, "nothing is made by the way")
                    let made = try vault("init --tpm vault --tpm-pin-file pin", "")
                    #expect(made.status == 0, "\(made.errors)")
                    #expect(try vault("set a --from - --tpm vault --tpm-pin-file pin", "secret").status == 0)
                    #expect(try vault("get a --reveal --tpm vault --tpm-pin-file -", "4711").output == "secret")
                    for wrong in ["get a --reveal --tpm vault --tpm-pin-file -", "get a --reveal --tpm vault"] {
                        let run = try vault(wrong, "4712")
                        #expect(run.status == 1 && run.output.isEmpty, "\(wrong): \(run.errors)")
                    }
                    #expect(try vault("get a --reveal --tpm other --tpm-pin-file pin", "").status == 2)
                    // A second protector, so that the vault outlives the machine.
                    #expect(try vault("protector add --tpm vault --tpm-pin-file pin --new-key-file k", "").status == 0)
                    #expect(try vault("protector list --key-file k", "").output == "0\ttpm\t\n1\tkey-file\t\n")
                    #expect(try vault("rotate --tpm vault --tpm-pin-file pin --key-file k", "").status == 0)
                    #expect(try vault("get a --reveal --tpm vault --tpm-pin-file pin", "").output == "secret")
                }
            }
        }

        @Test("A vault with a counter is opened, and an old copy is not", .enabled(if: Self.hasTPM, "\(SoftwareTPM.need), tpm2-tools"))
        func counter() async throws {
            try await withProvisionedTPM { environment in
                try await inFolder(environment) { folder, vault in
                    #expect(try vault("init --key-file k --counter c", "").status == 0)
                    let bare = try vault("list --key-file k", "")
                    #expect(
                        bare.status == 2 && bare.errors.contains("hint: name the counter of the vault with --counter"), "\(bare.errors)")
                    #expect(try vault("list --key-file k --counter none", "").status == 2, "no counter is made by the way")
                    #expect(try vault("set a --from - --key-file k --counter c", "old").status == 0)
                    let old = try copy(folder)
                    #expect(try vault("set a --from - --key-file k --counter c", "new").status == 0)
                    #expect(try vault("get a --reveal --key-file k --counter c", "").output == "new")
                    try restore(old, in: folder)
                    for action in ["get a --reveal", "list", "verify", "counter advance", "export --export-key k -o e"] {
                        let refused = try vault("\(action) --key-file k --counter c", "")
                        #expect(refused.status != 0 && refused.output.isEmpty, "\(action): \(refused.output)")
                    }
                    // Whoever restores a backup says so, and the vault is bound anew.
                    let accepted = try vault("get a --reveal --key-file k --counter c --dangerously-accept-rollback", "")
                    #expect(accepted.status == 0 && accepted.output == "old", "\(accepted.errors)")
                    #expect(try vault("get a --reveal --key-file k --counter c", "").output == "old")
                    #expect(try vault("rotate --key-file k --counter c", "").status == 0)
                    #expect(try vault("verify --key-file k --counter c", "").status == 0)
                }
            }
        }

        @Test("A counter is bound to a vault that has none, and taken away", .enabled(if: Self.hasTPM, "\(SoftwareTPM.need), tpm2-tools"))
        func bindingCounters() async throws {
            try await withProvisionedTPM { environment in
                try await inFolder(environment) { folder, vault in
                    #expect(try vault("init --key-file k", "").status == 0)
                    #expect(try vault("set a --from - --key-file k", "x").status == 0)
                    let free = try copy(folder)
                    #expect(try vault("counter bind --key-file k", "").status == 2)
                    let bound = try vault("counter bind --key-file k --counter c", "")
                    #expect(bound.status == 0, "\(bound.errors)")
                    #expect(try vault("list --key-file k", "").status == 2)
                    #expect(try vault("list --key-file k --counter c", "").output == "a\n")
                    let before = try copy(folder)
                    #expect(try vault("counter advance --key-file k --counter c", "").status == 0)
                    let after = try copy(folder)
                    for copy in [free, before] {
                        try restore(copy, in: folder)
                        #expect(try vault("list --key-file k --counter c", "").status == 1, "a copy from before the advance")
                    }
                    try restore(after, in: folder)
                    for word in ["remove", "advance extra", ""] {
                        #expect(try vault("counter \(word) --key-file k --counter c", "").status == 2)
                    }
                    #expect(try vault("counter dangerously-remove --key-file k --counter c", "").status == 0)
                    #expect(try vault("list --key-file k", "").output == "a\n")
                }
            }
        }

        @Test("A token opens the vault", .enabled(if: SoftwareTokens.isAvailable, "\(SoftwareTokens.need)"))
        func token() async throws {
            let (token, configuration) = try SoftwareTokens.take()
            let module = try #require(SoftwareTokens.module)
            let label = token.label.replacingOccurrences(of: " ", with: "%20")
            let uri = "pkcs11:token=\(label);object=vault?module-path=\(module)"
            try await inFolder(["SOFTHSM2_CONF": configuration]) { folder, vault in
                try Data("\(token.pin)\n".utf8).write(to: folder.appendingPathComponent("pin"))
                #expect(try vault("init --pkcs11 \(uri) --pkcs11-pin-file pin", "").status == 0)
                #expect(try vault("set a --from - --pkcs11 \(uri) --pkcs11-pin-file pin", "secret").status == 0)
                #expect(try vault("get a --reveal --pkcs11 \(uri) --pkcs11-pin-file -", token.pin).output == "secret")
                let wrong = try vault("get a --reveal --pkcs11 \(uri) --pkcs11-pin-file -", "0000")
                #expect(wrong.status == 1 && wrong.output.isEmpty, "\(wrong.errors)")
                for address in [
                    "pkcs11:", "pkcs11:token=a", "pkcs11:token=a;object=b", "token=a;object=b?module-path=/x",
                    "pkcs11:token=a;object=b?module-path=x",
                    "pkcs11:token=a;token=b;object=b?module-path=/x", "pkcs11:token=a;object=b;serial=1?module-path=/x",
                    "pkcs11:token=a;object=b?module-path=/x&pin-value=1", "pkcs11:token=a%2;object=b?module-path=/x",
                    "pkcs11:token=a%00;object=b?module-path=/x", "pkcs11:token=;object=b?module-path=/x",
                    "pkcs11:token=a;object=b;type=private?module-path=/x",
                ] {
                    let run = try vault("list --pkcs11 \(address) --pkcs11-pin-file pin", "")
                    #expect(run.status == 2 && run.errors.contains("is no address of a key"), "\(address): \(run.errors)")
                }
            }
        }

        @Test(
            "The desktop's keyring opens the vault, and not while it is locked",
            .enabled(if: DesktopKeyring.Kind.gnomeKeyring.isAvailable, "\(DesktopKeyring.Kind.gnomeKeyring.need)"))
        func keyring() async throws {
            try await withTemporaryFolder { home in
                let keyring = try DesktopKeyring(folder: home)
                defer { keyring.stop() }
                try await inFolder(["DBUS_SESSION_BUS_ADDRESS": keyring.address, "HOME": home.path, "XDG_RUNTIME_DIR": home.path]) {
                    _, vault in
                    let made = try vault("init --secret-service", "")
                    #expect(made.status == 0, "\(made.errors)")
                    #expect(try vault("set a --from - --secret-service", "secret").status == 0)
                    #expect(try vault("get a --reveal --secret-service", "").output == "secret")
                    try keyring.lock()
                    let locked = try vault("get a --reveal --secret-service", "")
                    #expect(locked.status != 0 && locked.output.isEmpty, "\(locked.errors)")
                }
                try await inFolder(["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.path)/none", "XDG_RUNTIME_DIR": home.path]) { _, vault in
                    let made = try vault("init --secret-service", "")
                    #expect(made.status != 0, "without a bus nothing is made")
                }
            }
        }

        @Test("A credential of systemd opens the vault")
        func credential() async throws {
            try await withTemporaryFolder { credentials in
                let file = credentials.appendingPathComponent("vault").path
                try Data((0..<32).map { UInt8($0 * 7) }).write(to: URL(fileURLWithPath: file))
                try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file)
                try await inFolder(["CREDENTIALS_DIRECTORY": credentials.path]) { _, vault in
                    let made = try vault("init --systemd-credential vault", "")
                    #expect(made.status == 0, "\(made.errors)")
                    #expect(try vault("set a --from - --systemd-credential vault", "secret").status == 0)
                    #expect(try vault("get a --reveal --systemd-credential vault", "").output == "secret")
                    #expect(try vault("get a --reveal --systemd-credential other", "").status != 0)
                }
                try await inFolder(["CREDENTIALS_DIRECTORY": nil]) { _, vault in
                    let made = try vault("init --systemd-credential vault", "")
                    #expect(made.status == 2)
                }
            }
        }

        /// A TPM that FAPI was set up on, as `tss2_provision` does on a machine.
        private func withProvisionedTPM(_ body: ([String: String?]) async throws -> Void) async throws {
            try await withSoftwareTPM { software in
                let environment: [String: String?] = ["TSS2_FAPICONF": software.configuration]
                let run = try Executable("tss2_provision").run([], environment: environment)
                #expect(run.status == 0, "\(run.errors)")
                try await body(environment)
            }
        }
    }
#endif
