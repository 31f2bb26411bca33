#if canImport(Darwin)
    import MerlonCommandLine
    import MerlonCore
    import MerlonCrypto
    import MerlonVault

    /// What of this machine opens vaults and counts their changes. A command-line tool has no entitlement for the Secure Enclave's keys.
    enum SystemDevices {
        static func secretService() throws -> any Protector { throw unsupported("a Secret Service") }

        static func tpm(_ name: String, pin: SecretBytes?, makes: Bool) throws -> any Protector { throw unsupported("a TPM") }

        static func token(_ address: TokenAddress, pin: SecretBytes, makes: Bool) throws -> any Protector {
            throw unsupported("a PKCS #11 module")
        }

        static func counter(_ name: String, makes: Bool) throws -> any MonotonicCounter { throw unsupported("a TPM") }

        private static func unsupported(_ what: String) -> CommandLineError {
            CommandLineError(.invalidValue, "\(what) is used on Linux alone")
        }
    }
#endif
