#if os(Linux) && canImport(CMerlonHardware)
    import Foundation
    import MerlonCore
    import TestSupport
    import Testing

    @testable import MerlonCrypto

    /// Against a TPM in software, each test with one of its own.
    @Suite(.enabled(if: SoftwareTPM.isAvailable, "\(SoftwareTPM.need)")) struct TPMTests {
        private static let message = Array("message".utf8)

        private func withTPM(_ body: (TPM, SoftwareTPM) async throws -> Void) async throws {
            try await withSoftwareTPM { software in
                let tpm = try TPM.open(configuration: software.configuration)
                try tpm.provision()
                try await body(tpm, software)
            }
        }

        private func secret(_ text: String) throws -> SecretBytes { try SecretBytes(copying: Array(text.utf8)) }

        @Test func keysSignInTheTPMAndSayWhatTheyAre() async throws {
            try await withTPM { tpm, _ in
                let key = try tpm.makeSigningKey("device", authorization: nil)
                #expect(tpm.device.manufacturer == "IBM" && tpm.device.model == "SW   TPM" && tpm.device.firmware != nil)
                #expect(
                    key.attributes
                        == KeyAttributes(residence: .tpm, exposure: .neverLeaves, isPersistent: true, device: tpm.device))
                let signature = try key.sign(Self.message, context: "order")
                #expect(throws: Never.self) { try key.verifyingKey.verify(signature, of: Self.message, context: "order") }
                #expect(throws: CryptoError.authenticationFailed) {
                    try key.verifyingKey.verify(signature, of: Self.message, context: "another")
                }
                #expect(throws: CryptoError(.keyExists, "")) { try tpm.makeSigningKey("device", authorization: nil) }
                #expect(try tpm.signingKey("device", authorization: nil).verifyingKey == key.verifyingKey)
                #expect(throws: CryptoError(.keyNotFound, "")) { try tpm.signingKey("other", authorization: nil) }
                #expect(throws: CryptoError(.keyExists, "")) { try tpm.provision() }
                for name in ["", "a/b", "../x", "ä", String(repeating: "a", count: 65)] {
                    #expect(throws: CryptoError(.invalidArgument, "")) { try tpm.makeSigningKey(name, authorization: nil) }
                }
                try tpm.delete(.signingKey, "device")
                #expect(throws: CryptoError(.keyNotFound, "")) { try tpm.signingKey("device", authorization: nil) }
                #expect(throws: CryptoError(.keyNotFound, "")) { try tpm.delete(.signingKey, "device") }
            }
        }

        @Test func aWrongValueIsRefusedAndCounted() async throws {
            try await withTPM { tpm, _ in
                let pin = try secret("correct horse")
                let signing = try tpm.makeSigningKey("pin", authorization: pin)
                let wrapping = try tpm.makeWrappingKey("pin", authorization: pin)
                let material = try SystemEntropy().secret(count: 32)
                let wrapped = try wrapping.wrap(material, context: "master")
                #expect(signing.attributes.authorization == .secretValue && wrapping.attributes.exposure == .releasedForUse)
                #expect(try signing.sign(Self.message, context: "order").count == 64)
                let guesses = [try secret("wrong"), nil]
                for guess in guesses {
                    #expect(throws: CryptoError(.accessDenied, "")) {
                        try tpm.signingKey("pin", authorization: guess).sign(Self.message, context: "order")
                    }
                    #expect(throws: CryptoError(.accessDenied, "")) {
                        try tpm.wrappingKey("pin", authorization: guess).unwrap(wrapped, context: "master")
                    }
                }
                #expect(try wrapping.unwrap(wrapped, context: "master") == material)
                for wrong in ["", "a\0b", String(repeating: "x", count: 33)] {
                    let value = try secret(wrong)
                    #expect(throws: CryptoError(.invalidArgument, "")) { try tpm.makeSigningKey("bad", authorization: value) }
                }
                // The TPM stops who goes on guessing, and then even the right value is refused.
                let wrong = try tpm.wrappingKey("pin", authorization: guesses[0])
                var codes: Set<CryptoError.Code> = []
                for _ in 0..<40 where !codes.contains(.lockedOut) {
                    do throws(CryptoError) { _ = try wrong.unwrap(wrapped, context: "master") } catch { codes.insert(error.code) }
                }
                #expect(codes == [.accessDenied, .lockedOut])
                #expect(throws: CryptoError(.lockedOut, "")) { try wrapping.unwrap(wrapped, context: "master") }
            }
        }

        @Test func wrappedKeysOpenForTheirContextAlone() async throws {
            try await withTPM { tpm, _ in
                let key = try tpm.makeWrappingKey("vault", authorization: nil)
                let other = try tpm.makeWrappingKey("other", authorization: nil)
                for count in [1, 32, 64, 128] {
                    let material = try SystemEntropy().secret(count: count)
                    let wrapped = try key.wrap(material, context: "master")
                    #expect(try key.unwrap(wrapped, context: "master") == material)
                    #expect(throws: CryptoError.authenticationFailed) { try key.unwrap(wrapped, context: "another") }
                    #expect(throws: CryptoError.authenticationFailed) { try other.unwrap(wrapped, context: "master") }
                    #expect(throws: CryptoError.authenticationFailed) { try key.unwrap(Array(wrapped.dropLast()), context: "master") }
                    #expect(throws: CryptoError.authenticationFailed) { try key.unwrap([], context: "master") }
                }
                for count in [0, 129] {
                    let material = try SystemEntropy().secret(count: count)
                    #expect(throws: CryptoError(.limitExceeded, "")) { try key.wrap(material, context: "master") }
                }
            }
        }

        @Test func keysOutliveTheProcessAndTheMachine() async throws {
            try await withTPM { tpm, software in
                let pin = try secret("1234")
                let signing = try tpm.makeSigningKey("device", authorization: pin)
                let material = try SystemEntropy().secret(count: 32)
                let wrapped = try tpm.makeWrappingKey("vault", authorization: nil).wrap(material, context: "master")
                let count = try tpm.makeCounter("state").increment()
                // The machine starts anew.
                software.stop()
                try software.start()
                let again = try TPM.open(configuration: software.configuration)
                let key = try again.signingKey("device", authorization: pin)
                let signature = try key.sign(Self.message, context: "order")
                #expect(throws: Never.self) { try signing.verifyingKey.verify(signature, of: Self.message, context: "order") }
                #expect(try again.wrappingKey("vault", authorization: nil).unwrap(wrapped, context: "master") == material)
                #expect(try again.counter("state").value() == count)
            }
        }

        @Test func anotherTPMOpensNothing() async throws {
            try await withTPM { tpm, software in
                let material = try SystemEntropy().secret(count: 32)
                let wrapped = try tpm.makeWrappingKey("vault", authorization: nil).wrap(material, context: "master")
                try await withTPM { _, other in
                    // The whole key store is copied beside another TPM.
                    let stores = [software.folder, other.folder].map { $0.appendingPathComponent("user") }
                    try FileManager.default.removeItem(at: stores[1])
                    try FileManager.default.copyItem(at: stores[0], to: stores[1])
                    let thief = try TPM.open(configuration: other.configuration)
                    #expect(throws: CryptoError.self) {
                        try thief.wrappingKey("vault", authorization: nil).unwrap(wrapped, context: "master")
                    }
                }
            }
        }

        @Test func aChangedStartIsNoticed() async throws {
            try await withTPM { tpm, software in
                let pin = try secret("1234")
                let material = try SystemEntropy().secret(count: 32)
                let bound = try tpm.makeWrappingKey("bound", authorization: pin, boundTo: [16])
                let signing = try tpm.makeSigningKey("bound", authorization: nil, boundTo: [16])
                let wrapped = try bound.wrap(material, context: "master")
                #expect(bound.attributes.isBoundToMeasuredBoot && signing.attributes.isBoundToMeasuredBoot)
                #expect(try bound.unwrap(wrapped, context: "master") == material)
                #expect(try signing.sign(Self.message, context: "order").count == 64)
                let wrong = try tpm.wrappingKey("bound", authorization: secret("4321"))
                #expect(throws: CryptoError(.accessDenied, "")) { try wrong.unwrap(wrapped, context: "master") }
                try extend(16, tpm)
                #expect(throws: CryptoError(.policyUnsatisfied, "")) { try bound.unwrap(wrapped, context: "master") }
                #expect(throws: CryptoError(.policyUnsatisfied, "")) { try signing.sign(Self.message, context: "order") }
                software.stop()
                try software.start()
                let again = try TPM.open(configuration: software.configuration)
                #expect(try again.wrappingKey("bound", authorization: pin).unwrap(wrapped, context: "master") == material)
                #expect(throws: CryptoError(.invalidArgument, "")) { try tpm.makeWrappingKey("x", authorization: nil, boundTo: [24]) }
                try tpm.delete(.wrappingKey, "bound")
                #expect(throws: Never.self) { try tpm.makeWrappingKey("bound", authorization: pin, boundTo: [7]) }
            }
        }

        @Test func countersOnlyGrow() async throws {
            try await withTPM { tpm, _ in
                let counter = try tpm.makeCounter("state")
                let first = try counter.value()
                #expect(try counter.increment() == first + 1 && counter.value() == first + 1)
                #expect(throws: CryptoError(.keyExists, "")) { try tpm.makeCounter("state") }
                #expect(throws: CryptoError(.keyNotFound, "")) { try tpm.counter("other") }
                // Deleting and making anew does not turn it back.
                try tpm.delete(.counter, "state")
                #expect(try tpm.makeCounter("state").value() > first + 1)
            }
        }

        @Test func withoutATPMNothingIsDoneInItsPlace() async throws {
            #expect(throws: CryptoError(.hardwareUnavailable, "")) { try TPM.open(library: "libtss2-fapi-that-is-absent.so.1") }
            try await withSoftwareTPM { software in
                let unprovisioned = try TPM.open(configuration: software.configuration)
                #expect(throws: CryptoError(.hardwareUnavailable, "")) { try unprovisioned.makeSigningKey("device", authorization: nil) }
                try unprovisioned.provision()
                let key = try unprovisioned.makeSigningKey("device", authorization: nil)
                software.stop()
                #expect(throws: CryptoError(.hardwareUnavailable, "")) { try key.sign(Self.message, context: "order") }
                #expect(throws: CryptoError(.hardwareUnavailable, "")) { try TPM.open(configuration: software.configuration) }
            }
        }

        /// TPM2_PCR_Extend without authorization, of one SHA-256 digest (TPM 2.0 Library Part 3, 22.2).
        private func extend(_ register: UInt8, _ tpm: TPM) throws {
            let head = try Hex.decode("80020000004100000182000000000000000940000009000000000000000001000b")
            var command = head + [UInt8](repeating: 0xAB, count: 32)
            command[13] = register
            #expect(try tpm.send("Extending a register", SecretBytes(copying: command)).count > 0)
        }
    }
#endif
