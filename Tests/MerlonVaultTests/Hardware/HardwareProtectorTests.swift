#if os(Linux)
    import Foundation
    import MerlonCore
    import MerlonCrypto
    import MerlonVault
    import TestSupport
    import Testing
    import VaultConformance

    /// File vaults whose key a TPM or a token holds, both in software.
    @Suite struct HardwareProtectorTests {
        private func item() throws -> ItemKey { try ItemKey("token", in: Namespace("com.example.bank", environment: .production)) }

        @Test(.enabled(if: SoftwareTPM.isAvailable, "\(SoftwareTPM.need)")) func conformanceOfTPMs() async throws {
            try await withSoftwareTPM { software in
                let tpm = try TPM.open(configuration: software.configuration)
                try tpm.provision()
                let pin = try secret("correct horse")
                let protector = WrappingKeyProtector(try tpm.makeWrappingKey("a", authorization: pin))
                let other = WrappingKeyProtector(try tpm.makeWrappingKey("b", authorization: nil))
                #expect(protector.kind == .tpm)
                for check in ProtectorConformance.all { try await check.run(protector, other) }
            }
        }

        @Test(.enabled(if: SoftwareTokens.isAvailable, "\(SoftwareTokens.need)")) func conformanceOfTokens() async throws {
            let token = try openToken(SoftwareTokens.take().token, pin: "1234")
            let protector = WrappingKeyProtector(try token.makeWrappingKey("a"))
            let other = WrappingKeyProtector(try token.makeWrappingKey("b"))
            #expect(protector.kind == .pkcs11)
            for check in ProtectorConformance.all { try await check.run(protector, other) }
        }

        @Test(.enabled(if: SoftwareTPM.isAvailable, "\(SoftwareTPM.need)")) func aTPMOpensTheVaultOnItsMachineAlone() async throws {
            let (item, value, pin) = (try item(), try secret("token"), try secret("correct horse"))
            try await withVault { path, store, file in
                try await store.write(value, for: item, policy: .thisDevice())
                try await withSoftwareTPM { software in
                    let first = try TPM.open(configuration: software.configuration)
                    try first.provision()
                    let slot = try await store.add(
                        WrappingKeyProtector(try first.makeWrappingKey("vault", authorization: pin)), openingWith: [file])
                    #expect(slot.kind == .tpm)
                    try await store.removeProtector(0)
                    // The machine starts anew.
                    software.stop()
                    try software.start()
                    let tpm = try TPM.open(configuration: software.configuration)
                    let protector = WrappingKeyProtector(try tpm.wrappingKey("vault", authorization: pin))
                    #expect(try await FileStore.open(at: path, with: [protector]).read(item, prompt: nil) == value)
                    for guess in [try secret("wrong"), nil] {
                        let wrong = WrappingKeyProtector(try tpm.wrappingKey("vault", authorization: guess))
                        #expect(await code { _ = try await FileStore.open(at: path, with: [wrong]) } == .authenticationFailed)
                    }
                    #expect(await code { _ = try await FileStore.open(at: path, with: [file]) } == .authenticationFailed)
                    // Another machine, whose key has the same name and value.
                    try await withSoftwareTPM { software in
                        let tpm = try TPM.open(configuration: software.configuration)
                        try tpm.provision()
                        let other = WrappingKeyProtector(try tpm.makeWrappingKey("vault", authorization: pin))
                        #expect(await code { _ = try await FileStore.open(at: path, with: [other]) } == .authenticationFailed)
                    }
                    software.stop()
                    #expect(await code { _ = try await FileStore.open(at: path, with: [protector]) } == .storeUnavailable)
                    try software.start()
                    try TPM.open(configuration: software.configuration).delete(.wrappingKey, "vault")
                    #expect(await code { _ = try await FileStore.open(at: path, with: [protector]) } != nil)
                }
            }
        }

        @Test(.enabled(if: SoftwareTokens.isAvailable, "\(SoftwareTokens.need)")) func aTokenOpensTheVaultWithItsPINAlone() async throws {
            let (item, value) = (try item(), try secret("token"))
            let (mine, anothers) = (try SoftwareTokens.take().token, try SoftwareTokens.take().token)
            try await withVault { path, store, file in
                try await store.write(value, for: item, policy: .thisDevice())
                do {
                    let token = try openToken(mine, pin: "1234")
                    let slot = try await store.add(WrappingKeyProtector(try token.makeWrappingKey("vault")), openingWith: [file])
                    #expect(slot.kind == .pkcs11)
                    try await store.removeProtector(0)
                }
                // The PIN is the token's to check, before there is a key.
                #expect(throws: CryptoError(.accessDenied, "")) { try openToken(mine, pin: "4321") }
                let protector = WrappingKeyProtector(try openToken(mine, pin: "1234").wrappingKey("vault"))
                #expect(try await FileStore.open(at: path, with: [protector]).read(item, prompt: nil) == value)
                let other = WrappingKeyProtector(try openToken(anothers, pin: "1234").makeWrappingKey("vault"))
                #expect(await code { _ = try await FileStore.open(at: path, with: [other]) } == .authenticationFailed)
                #expect(await code { _ = try await FileStore.open(at: path, with: [file]) } == .authenticationFailed)
                // The first protector that fits is enough.
                #expect(try await FileStore.open(at: path, with: [other, file, protector]).protectors().map(\.kind) == [.pkcs11])
            }
        }

        private func openToken(_ token: SoftwareTokens.Token, pin: String) throws -> PKCS11Token {
            try PKCS11Token.open(module: SoftwareTokens.module ?? "", label: token.label, pin: secret(pin))
        }
    }
#endif
