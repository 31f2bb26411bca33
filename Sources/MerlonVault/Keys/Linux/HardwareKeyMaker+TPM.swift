#if os(Linux)
    public import MerlonCore
    public import MerlonCrypto

    extension HardwareKeyMaker where Key == TPMSigningKey {
        /// Keys that sign in a TPM 2.0. The TPM keeps them under random names; the vault's record holds the name.
        /// - Parameters:
        ///   - authorization: what each signature needs; `nil` lets every program sign that may talk to the TPM.
        ///   - registers: to whose present values a new key is bound; see `TPM.makeSigningKey`.
        public static func tpmSigning(
            _ tpm: TPM, authorization: SecretBytes? = nil, boundTo registers: Set<Int> = []
        ) -> HardwareKeyMaker {
            HardwareKeyMaker(
                kind: "tpm.signing",
                make: { () throws(CryptoError) in
                    let name =
                        "vault-" + Hex.encode(try translatingCoreErrors { () throws(CoreError) in try SystemEntropy().bytes(count: 16) })
                    _ = try tpm.makeSigningKey(name, authorization: authorization, boundTo: registers)
                    return Array(name.utf8)
                },
                open: { handle throws(CryptoError) in
                    try tpm.signingKey(String(decoding: handle, as: UTF8.self), authorization: authorization)
                },
                // What cannot be removed now lies unused in the TPM.
                discard: { handle in try? tpm.delete(.signingKey, String(decoding: handle, as: UTF8.self)) })
        }
    }
#endif
