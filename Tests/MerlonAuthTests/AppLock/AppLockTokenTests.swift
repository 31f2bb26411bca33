#if os(Linux)
    import MerlonCore
    import MerlonCrypto
    import TestSupport
    import Testing

    @testable import MerlonAuth

    /// An app lock whose wrapping key a PKCS #11 token holds.
    struct AppLockTokenTests {
        private func token() throws -> PKCS11Token {
            let token = try SoftwareTokens.take().token
            return try PKCS11Token.open(
                module: #require(SoftwareTokens.module), label: token.label, pin: SecretBytes(copying: Array(token.pin.utf8)))
        }

        @Test(.enabled(if: SoftwareTokens.isAvailable, "\(SoftwareTokens.need)")) func theLockOpensWithItsTokenAlone() async throws {
            var bench = try LockBench()
            let right = try token().makeWrappingKey("lock")
            bench.wrappingKey = right
            let key = try await bench.lock().setUp(pin: AppLockPIN(new: LockBench.pin)).key
            #expect(try await bench.lock().unlock(pin: AppLockPIN(LockBench.pin)).key == key)
            #expect(await bench.outcome(LockBench.wrong) == .authenticationFailed)
            bench.wrappingKey = try token().makeWrappingKey("lock")
            #expect(await bench.outcome(LockBench.pin) == .authenticationFailed)
            bench.wrappingKey = nil
            #expect(await bench.outcome(LockBench.pin) == .hardwareUnavailable)
            bench.wrappingKey = right
            bench.clocks.advance(.hours(1))
            #expect(try await bench.lock().unlock(pin: AppLockPIN(LockBench.pin)).key == key)
        }
    }
#endif
