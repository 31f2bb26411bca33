/// What a return value of a PKCS #11 module means (Cryptoki 2.40, 5.1).
enum PKCS11Status {
    /// The error for a value that is not 0.
    static func error(_ status: UInt, _ doing: String) -> CryptoError {
        let (code, reason) = meaning(status)
        return CryptoError(code, "\(doing): \(reason).", nativeStatus: Int64(truncatingIfNeeded: status))
    }

    private static func meaning(_ status: UInt) -> (CryptoError.Code, String) {
        switch status {
        case 0xA0, 0xA1, 0xA2: (.accessDenied, "the PIN is wrong")
        case 0xA3: (.accessDenied, "the PIN has to be changed first")
        case 0xA4: (.lockedOut, "the PIN is locked: the token's administrator can unlock it")
        case 0x101: (.accessDenied, "the token wants a PIN")
        case 0x102: (.accessDenied, "the token has no PIN yet")
        case 0x50: (.cancelled, "stopped at the token")
        case 0x30, 0x32, 0xE0, 0xE1, 0x03: (.hardwareUnavailable, "the token was taken away or does not answer")
        // Closed under our feet: by its removal, or by someone else's C_CloseAllSessions.
        case 0xB0, 0xB3, 0x60, 0x82, 0x190: (.hardwareUnavailable, "the connection to the token is gone: open it again")
        case 0x40, 0x41, 0xC0, 0xC1: (.authenticationFailed, "the input does not authenticate")
        case 0x54, 0x70, 0x71, 0x130, 0x140: (.unsupported, "the token has no such operation")
        case 0x31, 0xB1: (.limitExceeded, "the token is full")
        case 0x1C4: (.invalidKey, "not a public key")
        default: (.backendFailure, "the PKCS #11 module failed")
        }
    }
}
