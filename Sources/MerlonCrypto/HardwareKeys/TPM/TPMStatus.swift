/// What a status of the TPM software stack means (TSS 2.0 Overview and Common Structures, 3; TPM 2.0 Library Part 2, 6.6).
enum TPMStatus {
    /// The error for a status that is not 0.
    static func error(_ status: UInt32, _ doing: String) -> CryptoError {
        let (code, reason) = meaning(status)
        return CryptoError(code, "\(doing): \(reason).", nativeStatus: Int64(status))
    }

    private static func meaning(_ status: UInt32) -> (CryptoError.Code, String) {
        switch (status >> 16) & 0xFF {
        // From the TPM itself, directly or through a resource manager.
        case 0, 12: fromTPM(status & 0xFFFF)
        case 6: fromFeatureAPI(status & 0xFFFF)
        case 10, 11: (.hardwareUnavailable, "the TPM cannot be reached")
        default: (.backendFailure, "the TPM software stack failed")
        }
    }

    /// Codes of format 1 (bit 7) carry a parameter, handle or authorization number in other bits.
    private static func fromTPM(_ code: UInt32) -> (CryptoError.Code, String) {
        // The first parameter has a wrong value: of all commands that FAPI sends for Merlon, that is TPM2_PolicyPCR's expected digest.
        if code == 0x1C4 { return (.policyUnsatisfied, "the machine is not in the state that the key was bound to") }
        return switch code & 0x80 == 0 ? code : code & 0xBF {
        case 0x921: (.lockedOut, "too many wrong authorization values")
        case 0x08E, 0x0A2: (.accessDenied, "the authorization value is wrong")
        case 0x09D, 0x126, 0x128: (.policyUnsatisfied, "the machine is not in the state that the key was bound to")
        case 0x09F: (.authenticationFailed, "the stored key is not this TPM's")
        case 0x14B: (.limitExceeded, "the TPM's memory is full")
        case 0x14C: (.keyExists, "there is such an object")
        default: (.backendFailure, "the TPM refused")
        }
    }

    private static func fromFeatureAPI(_ code: UInt32) -> (CryptoError.Code, String) {
        switch code {
        case 8, 10, 28, 49: (.hardwareUnavailable, "no TPM, or no configuration that leads to one")
        case 52: (.hardwareUnavailable, "the TPM is not provisioned")
        case 31, 48, 53: (.keyExists, "there is such an object")
        // A path that nothing is at counts as a bad one when deleting; names that can be none are refused before.
        case 29, 32, 36: (.keyNotFound, "there is no such object")
        case 41, 42: (.accessDenied, "the authorization value is wrong or missing")
        default: (.backendFailure, "the TPM's Feature API failed")
        }
    }
}
