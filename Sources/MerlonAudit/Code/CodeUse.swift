/// Something that code is seen to use by its name.
enum CodeUse: Hashable, Sendable {
    /// An imported function or datum, with the leading underscore of C: `_CC_MD5`, `_kSecAttrAccessibleAlways`.
    case symbol(String)
    /// Any import whose name begins so: `_$s9CryptoKit8InsecureO3MD5V`. Swift makes many symbols of one type.
    case symbols(startingWith: String)
    /// An Objective-C class that is referred to, wherever it is defined: `UIPasteboard`.
    case objectiveCClass(String)
    /// A selector that is sent or implemented: `setRequiresSecureCoding:`.
    case selector(String)
    /// A whole string constant: `allowFileAccessFromFileURLs`.
    case string(String)

    /// The name as reports show it: without the underscore of C.
    var name: String {
        switch self {
        case .symbol(let name): name.hasPrefix("_") ? String(name.dropFirst()) : name
        case .symbols(let prefix): prefix.hasPrefix("_") ? String(prefix.dropFirst()) : prefix
        case .objectiveCClass(let name), .selector(let name), .string(let name): name
        }
    }

    /// Whether a reference in the code is to this.
    func matches(_ reference: CodeReference) -> Bool {
        switch (self, reference.kind) {
        case (.symbol(let name), .call), (.symbol(let name), .data): reference.name == name
        case (.symbols(let prefix), .call), (.symbols(let prefix), .data): reference.name.hasPrefix(prefix)
        case (.objectiveCClass(let name), .data), (.objectiveCClass(let name), .call):
            reference.name == name || reference.name == "_OBJC_CLASS_$_" + name || reference.name == Self.metadataAccessor(of: name)
        case (.selector(let name), .selector), (.string(let name), .string): reference.name == name
        default: false
        }
    }

    /// The function by which Swift code that is not optimised gets at a class of Objective-C.
    static func metadataAccessor(of name: String) -> String { "_$sSo\(name.utf8.count)\(name)CMa" }
}
