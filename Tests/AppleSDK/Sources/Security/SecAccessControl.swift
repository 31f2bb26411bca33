public import EmulatedDevice
public import Foundation

/// Apple: "SecAccessControl".
public final class SecAccessControl: EmulatedAccessControlCarrier, @unchecked Sendable {
    public let emulated: EmulatedAccessControl
    init(_ emulated: EmulatedAccessControl) { self.emulated = emulated }
}

/// Apple: "SecAccessControlCreateFlags".
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: CFIndex
    public init(rawValue: CFIndex) { self.rawValue = rawValue }
    public static let userPresence = Self(rawValue: EmulatedAccessControl.userPresence)
    public static let biometryAny = Self(rawValue: EmulatedAccessControl.biometryAny)
    public static let biometryCurrentSet = Self(rawValue: EmulatedAccessControl.biometryCurrentSet)
    public static let devicePasscode = Self(rawValue: EmulatedAccessControl.devicePasscode)
    public static let or = Self(rawValue: EmulatedAccessControl.or)
    public static let and = Self(rawValue: EmulatedAccessControl.and)
    public static let privateKeyUsage = Self(rawValue: EmulatedAccessControl.privateKeyUsage)
    public static let applicationPassword = Self(rawValue: EmulatedAccessControl.applicationPassword)
}

/// Apple: "SecAccessControlCreateWithFlags(_:_:_:_:)". Constraints joined by neither `or` nor `and` are refused when there are two.
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
    let constraints: [SecAccessControlCreateFlags] = [.userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode]
    let chosen = constraints.filter(flags.contains)
    let joined = flags.contains(.or) != flags.contains(.and)
    guard let accessibility = protection as? String, ["ak", "ck", "aku", "cku", "akpu"].contains(accessibility),
        chosen.count < 2 || joined, !(flags.contains(.or) && flags.contains(.and)),
        !(flags.contains(.biometryAny) && flags.contains(.biometryCurrentSet))
    else {
        error?.pointee = Unmanaged.passRetained(NSError(domain: NSOSStatusErrorDomain, code: Int(errSecParam)))
        return nil
    }
    return SecAccessControl(EmulatedAccessControl(accessibility: accessibility, flags: flags.rawValue))
}
