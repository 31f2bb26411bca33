import EmulatedDevice
public import Foundation

/// Apple: "SecItemAdd(_:_:)".
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    let (status, value) = EmulatedKeychain.add(plain(attributes))
    if status == errSecSuccess { result?.pointee = value.map(object) }
    return status
}

/// Apple: "SecItemCopyMatching(_:_:)".
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    let (status, value) = EmulatedKeychain.copyMatching(plain(query))
    if status == errSecSuccess { result?.pointee = value.map(object) }
    return status
}

/// Apple: "SecItemUpdate(_:_:)".
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    EmulatedKeychain.update(plain(query), plain(attributesToUpdate))
}

/// Apple: "SecItemDelete(_:)".
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { EmulatedKeychain.delete(plain(query)) }

private func plain(_ dictionary: CFDictionary) -> [String: Any] { (dictionary as? [String: Any]) ?? [:] }

private func object(_ value: Any) -> AnyObject {
    switch value {
    case let value as Data: NSData(data: value)
    case let value as [String: Any]: value as NSDictionary
    case let value as [Any]: value.map(object) as NSArray
    case let value as EmulatedReference: SecKey.from(value) ?? value
    default: value as AnyObject
    }
}
