#if os(Linux)
    import Foundation
    import MerlonCore
    import MerlonCrypto
    import MerlonVault
    import TestSupport
    import Testing

    /// Keys whose handles a file vault keeps, in a TPM in software; each test with one of its own.
    @Suite(.enabled(if: SoftwareTPM.isAvailable, "\(SoftwareTPM.need)")) struct TPMKeyTests {
        private static let message = Array("message".utf8)

        private func namespace() throws -> Namespace { try Namespace("com.example.bank", environment: .production) }

        /// What FAPI keeps of signing keys.
        private func keyCount(_ software: SoftwareTPM) -> Int {
            let paths = FileManager.default.enumerator(atPath: software.folder.appendingPathComponent("user").path)?.allObjects ?? []
            return paths.filter { ("\($0)" as NSString).lastPathComponent.hasPrefix("merlon_sign_vault-") }.count
        }

        @Test func aKeyMadeOnceSurvivesARelaunch() async throws {
            try await withSoftwareTPM { software in
                try await withVault { path, store, protector in
                    let pin = try secret("correct horse")
                    let made: [UInt8]
                    do {
                        let tpm = try TPM.open(configuration: software.configuration)
                        try tpm.provision()
                        let vault = try Vault(namespace: namespace(), store: store)
                        #expect(await code { _ = try await vault.hardwareKey("device", from: .tpmSigning(tpm)) } == .notFound)
                        #expect(keyCount(software) == 0)
                        let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                            for _ in 0..<4 {
                                group.addTask {
                                    try await vault.hardwareKey("device", from: .tpmSigning(tpm, authorization: pin), create: .once)
                                        .verifyingKey.subjectPublicKeyInfo
                                }
                            }
                            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
                        }
                        #expect(keys.count == 1)
                        #expect(keyCount(software) == 1, "keys of those who came too late are deleted from the TPM")
                        made = try #require(keys.first)
                    }
                    // The machine starts anew: the TPM, the connection to it, and the vault.
                    software.stop()
                    try software.start()
                    let tpm = try TPM.open(configuration: software.configuration)
                    let vault = try Vault(namespace: namespace(), store: try await FileStore.open(at: path, with: [protector]))
                    let key = try await vault.hardwareKey("device", from: .tpmSigning(tpm, authorization: pin), create: .once)
                    #expect(key.verifyingKey.subjectPublicKeyInfo == made && keyCount(software) == 1)
                    #expect(key.attributes.residence == .tpm && key.attributes.exposure == .neverLeaves)
                    let signature = try key.sign(Self.message, context: "order")
                    #expect(throws: Never.self) { try key.verifyingKey.verify(signature, of: Self.message, context: "order") }
                    // The value is asked for by the TPM, at each signature.
                    for guess in [try secret("wrong"), nil] {
                        let guessed = try await vault.hardwareKey("device", from: .tpmSigning(tpm, authorization: guess))
                        #expect(throws: CryptoError(.accessDenied, "")) { try guessed.sign(Self.message, context: "order") }
                    }
                }
            }
        }

        @Test func aVaultInAnotherMachineHasNoKey() async throws {
            try await withVault { _, store, _ in
                let vault = try Vault(namespace: namespace(), store: store)
                try await withSoftwareTPM { software in
                    let tpm = try TPM.open(configuration: software.configuration)
                    // Nothing is made elsewhere because the TPM is not set up.
                    #expect(
                        await code { _ = try await vault.hardwareKey("device", from: .tpmSigning(tpm), create: .once) }
                            == .storeUnavailable)
                    #expect(try await vault.list() == [])
                    try tpm.provision()
                    _ = try await vault.hardwareKey("device", from: .tpmSigning(tpm), create: .once)
                }
                try await withSoftwareTPM { software in
                    let tpm = try TPM.open(configuration: software.configuration)
                    try tpm.provision()
                    #expect(
                        await code { _ = try await vault.hardwareKey("device", from: .tpmSigning(tpm), create: .once) }
                            == .storeUnavailable)
                    #expect(keyCount(software) == 0, "a key that is gone is not made anew by itself")
                    #expect(await code { _ = try await vault.key("device") } == .wrongKind)
                }
            }
        }
    }
#endif
