#if canImport(CryptoKit)
    import Foundation
    import LocalAuthentication
    public import MerlonCrypto

    extension HardwareKeyMaker where Key == EnclaveSigningKey {
        /// Keys that sign in the Secure Enclave. The enclave keeps no list of its keys: what is discarded is gone with its handle.
        /// - Parameters:
        ///   - access: of a new key; one that is there keeps its own.
        ///   - reason: why a person is asked when the key is used, in their language, for a key that wants them there.
        public static func secureEnclaveSigning(_ access: EnclaveAccess = EnclaveAccess(), reason: String? = nil) -> HardwareKeyMaker {
            HardwareKeyMaker(
                kind: "secure-enclave.signing",
                make: { () throws(CryptoError) in Array(try EnclaveSigningKey.make(access).handle) },
                open: { handle throws(CryptoError) in
                    try EnclaveSigningKey(handle: Data(handle), context: EnclavePrompt.context(reason))
                })
        }
    }

    extension HardwareKeyMaker where Key == EnclaveAgreementKey {
        /// Keys that agree on secrets in the Secure Enclave; `AgreementWrappingKey` makes a wrapping key of one, as for a ``SealingStore``.
        public static func secureEnclaveAgreement(_ access: EnclaveAccess = EnclaveAccess(), reason: String? = nil) -> HardwareKeyMaker {
            HardwareKeyMaker(
                kind: "secure-enclave.agreement",
                make: { () throws(CryptoError) in Array(try EnclaveAgreementKey.make(access).handle) },
                open: { handle throws(CryptoError) in
                    try EnclaveAgreementKey(handle: Data(handle), context: EnclavePrompt.context(reason))
                })
        }
    }

    private enum EnclavePrompt {
        static func context(_ reason: String?) -> LAContext? {
            guard let reason else { return nil }
            let context = LAContext()
            context.localizedReason = reason
            return context
        }
    }
#endif
