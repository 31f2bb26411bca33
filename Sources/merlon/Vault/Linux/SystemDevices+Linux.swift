#if os(Linux)
    import MerlonCore
    import MerlonCrypto
    import MerlonVault

    /// What of this machine opens vaults and counts their changes: its TPM, tokens, the desktop's keyring.
    enum SystemDevices {
        static func secretService() throws -> any Protector { SecretServiceProtector() }

        static func tpm(_ name: String, pin: SecretBytes?, makes: Bool) throws -> any Protector {
            try opening { () throws(CryptoError) in
                let tpm = try TPM.open()
                do throws(CryptoError) { return WrappingKeyProtector(try tpm.wrappingKey(name, authorization: pin)) } catch {
                    guard makes, error.code == .keyNotFound else { throw error }
                }
                return WrappingKeyProtector(try tpm.makeWrappingKey(name, authorization: pin))
            }
        }

        static func token(_ address: TokenAddress, pin: SecretBytes, makes: Bool) throws -> any Protector {
            try opening { () throws(CryptoError) in
                let token = try PKCS11Token.open(module: address.modulePath, label: address.token, pin: pin)
                do throws(CryptoError) { return WrappingKeyProtector(try token.wrappingKey(address.object)) } catch {
                    guard makes, error.code == .keyNotFound else { throw error }
                }
                return WrappingKeyProtector(try token.makeWrappingKey(address.object))
            }
        }

        static func counter(_ name: String, makes: Bool) throws -> any MonotonicCounter {
            let tpm = try TPM.open()
            do throws(CryptoError) { return try tpm.counter(name) } catch {
                // Before the first counter of all FAPI says that the TPM was not set up; when it truly was not, making one says so again.
                guard makes, error.code == .keyNotFound || error.code == .hardwareUnavailable else { throw error }
            }
            return try tpm.makeCounter(name)
        }

        /// A refused PIN is a vault that does not open with what was given.
        private static func opening(_ body: () throws(CryptoError) -> any Protector) throws -> any Protector {
            do throws(CryptoError) { return try body() } catch {
                guard error.code == .accessDenied || error.code == .lockedOut else { throw error }
                throw VaultError(.authenticationFailed, error.reason)
            }
        }
    }
#endif
