import Foundation

/// An item in the emulated keychain.
struct EmulatedItem: @unchecked Sendable {
    static let whenPasscodeSet = "akpu"

    /// Attributes by their stored names (`acct`, `svce` …), the class, group and synchronisability included.
    var attributes: [String: Any]
    var value: Data
    /// The stored name of the accessibility class: `ak`, `ck`, `aku`, `cku`, `akpu`.
    var accessibility: String
    var control: EmulatedAccessControl?
    /// The enrolment that `biometryCurrentSet` is bound to.
    var enrolment: Int?
    /// The application password that the item was added with.
    var password: Data?
    /// Persistent reference.
    var reference: Data
    /// A key whose private part is in the Secure Enclave.
    var enclaveKey: Data?

    var isThisDeviceOnly: Bool { accessibility.hasSuffix("u") }

    /// Names of the attributes that make up an item's identity; accessibility, label and value are no part of it.
    /// Apple: "errSecDuplicateItem", developer forum thread "SecItem: Fundamentals", list of primary keys per class.
    static let primaryKeys: [String: [String]] = [
        "genp": ["acct", "svce", "agrp", "sync"],
        "inet": ["acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path", "agrp", "sync"],
        "cert": ["ctyp", "issr", "slnr", "agrp", "sync"],
        "keys": ["kcls", "klbl", "atag", "crtr", "type", "bsiz", "esiz", "agrp", "sync"],
        "idnt": ["kcls", "klbl", "atag", "issr", "slnr", "agrp", "sync"],
    ]

    func isSame(as other: [String: Any]) -> Bool {
        guard let itemClass = attributes["class"] as? String, itemClass == other["class"] as? String else { return false }
        return (Self.primaryKeys[itemClass] ?? []).allSatisfy { Self.equal(attributes[$0], other[$0]) }
    }

    func matches(_ query: [String: Any]) -> Bool {
        query.allSatisfy { key, value in
            if key == "sync", value as? String == "syna" { return true }
            if key == "pdmn" { return accessibility == value as? String }
            return Self.equal(attributes[key], value)
        }
    }

    static func equal(_ left: Any?, _ right: Any?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): plain(left).isEqual(plain(right))
        default: false
        }
    }

    /// The object form of a bridged value, whichever way it came in.
    static func plain(_ value: Any) -> NSObject {
        switch value {
        case let value as String: NSString(string: value)
        case let value as Data: NSData(data: value)
        case let value as Bool: NSNumber(value: value)
        case let value as Int: NSNumber(value: value)
        case let value as NSObject: value
        default: NSNull()
        }
    }

    /// Whether the class key that protects the value is there in this state of the device.
    func isReadable(_ state: EmulatedDevice.LockState) -> Bool {
        switch accessibility {
        case "ak", "aku", "akpu": state == .unlocked
        case "ck", "cku": state != .bootedNeverUnlocked
        default: true  // The deprecated "always" classes.
        }
    }
}

/// Conditions on the use of an item. Apple: `SecAccessControlCreateFlags`.
public struct EmulatedAccessControl: Sendable, Equatable {
    /// The stored name of the accessibility class.
    public var accessibility: String
    /// Raw flags.
    public var flags: Int

    /// Makes it.
    public init(accessibility: String, flags: Int) {
        self.accessibility = accessibility
        self.flags = flags
    }

    public static let userPresence = 1 << 0
    public static let biometryAny = 1 << 1
    public static let biometryCurrentSet = 1 << 3
    public static let devicePasscode = 1 << 4
    public static let or = 1 << 14
    public static let and = 1 << 15
    public static let privateKeyUsage = 1 << 30
    public static let applicationPassword = 1 << 31

    /// Whether a person must be there.
    public var needsPerson: Bool {
        flags & (Self.userPresence | Self.biometryAny | Self.biometryCurrentSet | Self.devicePasscode) != 0
    }

    /// Whether biometry alone is asked for: the passcode does not help.
    public var needsBiometry: Bool {
        let biometry = flags & (Self.biometryAny | Self.biometryCurrentSet) != 0
        let passcodeToo = flags & (Self.userPresence | Self.devicePasscode) != 0 && flags & Self.and == 0
        return biometry && !passcodeToo
    }
}

/// A P-256 private key that never leaves the emulated Secure Enclave.
struct EmulatedEnclaveKey: Sendable {
    var privateKey: Data
    var publicKey: Data
    var control: EmulatedAccessControl?
    var enrolment: Int?
}
