// The CoreFoundation names in Security's API. Foundation's classes play the CF types, so that `as CFDictionary`, `kSecClass as String` and
// `Unmanaged<CFError>` read and work as on Apple's systems. Apple: "Core Foundation", "Toll-Free Bridged Types".
@_exported public import Foundation

public typealias CFTypeRef = AnyObject
public typealias CFDictionary = NSDictionary
public typealias CFString = NSString
public typealias CFData = NSData
public typealias CFArray = NSArray
public typealias CFNumber = NSNumber
public typealias CFDate = NSDate
public typealias CFAllocator = NSObject
public typealias CFIndex = Int
public typealias CFError = NSError
public typealias OSStatus = Int32

public var kCFAllocatorDefault: CFAllocator? { nil }
public let kCFBooleanTrue: NSNumber! = NSNumber(value: true)
public let kCFBooleanFalse: NSNumber! = NSNumber(value: false)

/// Apple: "CFErrorGetCode(_:)".
public func CFErrorGetCode(_ error: CFError!) -> CFIndex { error.code }
/// Apple: "CFErrorGetDomain(_:)".
public func CFErrorGetDomain(_ error: CFError!) -> CFString! { error.domain as NSString }

public typealias CFTypeID = UInt
/// Apple: "CFGetTypeID(_:)".
public func CFGetTypeID(_ object: CFTypeRef!) -> CFTypeID {
    switch object {
    case is SecKey: SecKeyGetTypeID()
    case is SecCertificate: SecCertificateGetTypeID()
    case is SecIdentity: SecIdentityGetTypeID()
    default: 0
    }
}
/// Apple: "SecKeyGetTypeID()".
public func SecKeyGetTypeID() -> CFTypeID { 1 }
/// Apple: "SecCertificateGetTypeID()".
public func SecCertificateGetTypeID() -> CFTypeID { 2 }
/// Apple: "SecIdentityGetTypeID()".
public func SecIdentityGetTypeID() -> CFTypeID { 3 }
