import MerlonCore

/// The keychain in a device backup (`KeychainDomain`, `keychain-backup.plist`), as far as an unencrypted backup tells.
///
/// Its items are encrypted, and those of an unencrypted backup under the device's own key, so that they can only go back to that device. In the clear
/// stands each item's class: whether the item would move to another device with an encrypted backup or to iCloud, or never leaves this one. Whose an item
/// is stands encrypted in it.
struct BackupKeychain: Hashable {
    static let domain = "KeychainDomain"
    static let path = "keychain-backup.plist"

    /// Items that an encrypted backup brings to another device.
    private(set) var migrating = 0
    /// Items of this device alone.
    private(set) var bound = 0
    /// Of both, those that open before the first unlock: the deprecated `kSecAttrAccessibleAlways`.
    private(set) var alwaysOpen = 0
    /// Items whose class cannot be read.
    private(set) var unknown = 0

    private static let limits = PropertyListLimits(size: 64 << 20, depth: 8, objects: 2_000_000, contentBytes: 64 << 20)
    /// Generic passwords, internet passwords, certificates and keys.
    private static let lists = ["genp", "inet", "cert", "keys"]

    /// - Throws: when the bytes are no list of items.
    init(_ bytes: [UInt8]) throws(PropertyListError) {
        let list = try PropertyListReader.read(bytes, limits: Self.limits)
        for name in Self.lists {
            for item in list[name]?.array ?? [] {
                guard case .data(let sealed)? = item["v_Data"] else {
                    unknown += 1
                    continue
                }
                count(Self.itemClass(of: sealed))
            }
        }
    }

    private mutating func count(_ itemClass: UInt32?) {
        switch itemClass {
        case 6, 7, 8: migrating += 1
        case 9, 10, 11, 12: bound += 1
        default: unknown += 1
        }
        if itemClass == 8 || itemClass == 11 { alwaysOpen += 1 }
    }

    /// The class in the head of an encrypted item: version and class, four bytes each, the lowest first; what stands above the class's four bits tells
    /// which generation of the class's key it is. The numbers are those of Apple's keybags.
    private static func itemClass(of sealed: [UInt8]) -> UInt32? {
        guard sealed.count >= 48 else { return nil }
        func number(_ offset: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(sealed[offset + $1]) << UInt32(8 * $1) } }
        return number(0) <= 9 ? number(4) & 0xF : nil
    }

    /// What is known, in words.
    var text: String {
        var parts = ["\(migrating) items move to another device with an encrypted backup", "\(bound) never leave this device"]
        if alwaysOpen > 0 { parts.append("\(alwaysOpen) of these are open before the first unlock") }
        if unknown > 0 { parts.append("the class of \(unknown) cannot be read") }
        return "the keychain of all apps together: " + parts.joined(separator: ", ")
            + "; whose they are is encrypted in them and was not looked at: the code says it (rules of the area storage, keychain)"
    }
}
