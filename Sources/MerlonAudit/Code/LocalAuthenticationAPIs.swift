/// Local authentication as code calls it. Numbers are those of LAPublicDefines.h and SecAccessControl.h.
enum LocalAuthenticationAPIs {
    /// Asking the user, with the answer only a Boolean.
    static let evaluatePolicy = CodeUse.selector("evaluatePolicy:localizedReason:reply:")
    /// Asking whether the device could ask the user.
    static let canEvaluatePolicy = CodeUse.selector("canEvaluatePolicy:error:")
    /// Making the condition under which the keychain gives an item out.
    static let accessControl = CodeUse.symbol("_SecAccessControlCreateWithFlags")
    /// Asking the user on behalf of such a condition, and rights that the system keeps.
    static let boundToKeys: [CodeUse] = [
        .selector("evaluateAccessControl:operation:localizedReason:reply:"), .objectiveCClass("LAPersistedRight"),
        .objectiveCClass("LARightStore"),
    ]

    /// LAPolicyDeviceOwnerAuthentication: biometrics, or the passcode in their stead.
    static let deviceOwner: UInt64 = 2

    /// Bits of SecAccessControlCreateFlags.
    enum Flag {
        static let userPresence: UInt64 = 1 << 0
        static let biometryAny: UInt64 = 1 << 1
        static let biometryCurrentSet: UInt64 = 1 << 3
        static let devicePasscode: UInt64 = 1 << 4
    }

    /// The flags that an access control is made with, where they are constant.
    static func flags(_ reference: CodeReference) -> UInt64? { reference.constantArguments[2] }
}
