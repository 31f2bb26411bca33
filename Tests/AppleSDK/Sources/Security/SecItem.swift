import EmulatedDevice
public import Foundation

/// Apple: "SecItemAdd(_:_:)".
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    if let identity = plain(attributes)["v_Ref"] as? SecIdentity {
        // An identity is added as its key and its certificate.
        var parts = plain(attributes)
        parts["class"] = nil
        for part in [identity.key, identity.certificate] as [AnyObject] {
            parts["v_Ref"] = part
            let status = SecItemAdd(parts as NSDictionary, nil)
            if status != errSecSuccess { return status }
        }
        return errSecSuccess
    }
    let (status, value) = EmulatedKeychain.add(described(plain(attributes)))
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

/// What the class of an added reference is, and the attributes that the keychain takes from it. Apple: "kSecValueRef".
private func described(_ attributes: [String: Any]) -> [String: Any] {
    var item = attributes
    switch attributes["v_Ref"] {
    case let certificate as SecCertificate:
        item["class"] = "cert"
        item["v_Ref"] = nil
        item["v_Data"] = certificate.der
        // Issuer and serial number are the certificate's own; here a digest stands for both.
        item["slnr"] = EmulatedDevice.cryptography?.hash(certificate.der, length: 20)
        if let info = EmulatedDevice.cryptography?.publicKeyInfo(ofCertificate: certificate.der) {
            item["pkhh"] = EmulatedDevice.cryptography?.hash(Data(info.suffix(65)), length: 20)
        }
    case let key as SecKey:
        item["class"] = "keys"
        if let point = key.publicPoint { item["klbl"] = EmulatedDevice.cryptography?.hash(point, length: 20) }
        item["type"] = "73"
        item["bsiz"] = 256
        if case .privateKey(let scalar) = key.material {
            item["kcls"] = "1"
            item["v_Ref"] = nil
            item["v_Data"] = scalar
        }
        if case .publicKey(let point) = key.material {
            item["kcls"] = "0"
            item["v_Ref"] = nil
            item["v_Data"] = point
        }
    default: break
    }
    return item
}

private func object(_ value: Any) -> AnyObject {
    switch value {
    case let value as Data: NSData(data: value)
    case let value as [String: Any]: value as NSDictionary
    case let value as [Any]: value.map(object) as NSArray
    case let value as EmulatedReference: reference(value)
    default: value as AnyObject
    }
}

private func reference(_ value: EmulatedReference) -> AnyObject {
    if let key = value.key.flatMap(SecKey.from) { return SecIdentity(certificate: SecCertificate(der: value.value), key: key) }
    if value.attributes["class"] as? String == "cert" { return SecCertificate(der: value.value) }
    return SecKey.from(value) ?? value
}
