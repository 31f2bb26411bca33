public import EmulatedDevice
public import Foundation

/// Apple: "SecKey". Here: a P-256 key in software or in the emulated Secure Enclave, or an RSA public key.
public final class SecKey: EmulatedKeyCarrier, @unchecked Sendable {
    enum Material {
        case enclave(Data, context: EmulatedContext?)
        case privateKey(Data)
        case publicKey(Data)
        /// PKCS #1; only verifies.
        case rsaPublicKey(Data)
        /// PKCS #1.
        case rsaPrivateKey(Data)
    }

    let material: Material
    init(_ material: Material) { self.material = material }

    public var enclaveIdentifier: Data? { if case .enclave(let identifier, _) = material { identifier } else { nil } }

    static func from(_ reference: EmulatedReference) -> SecKey? {
        guard reference.attributes["class"] as? String == "keys" else { return nil }
        if let identifier = reference.enclaveKey { return SecKey(.enclave(identifier, context: nil)) }
        return SecKey(reference.attributes["kcls"] as? String == "0" ? .publicKey(reference.value) : .privateKey(reference.value))
    }

    var publicPoint: Data? {
        switch material {
        case .enclave(let identifier, _): EmulatedDevice.current.enclavePublicKey(identifier)
        case .privateKey(let scalar): EmulatedDevice.cryptography?.p256PublicKey(of: scalar)
        case .publicKey(let point): point
        case .rsaPublicKey, .rsaPrivateKey: nil
        }
    }
}

/// Apple: "SecKeyGetBlockSize(_:)". In bytes.
public func SecKeyGetBlockSize(_ key: SecKey) -> Int {
    if let der = rsaPublicHalf(key) { return EmulatedDevice.cryptography?.rsaModulusSize(ofPKCS1: der) ?? 0 }
    return 32
}

/// Apple: "SecKeyAlgorithm".
public struct SecKeyAlgorithm: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let ecdsaSignatureMessageX962SHA256 = Self(rawValue: "algid:sign:ECDSA:message-X962:SHA256")
    public static let ecdsaSignatureDigestX962SHA256 = Self(rawValue: "algid:sign:ECDSA:digest-X962:SHA256")
    public static let rsaSignatureMessagePKCS1v15SHA1 = Self(rawValue: "algid:sign:RSA:message-PKCS1v15:SHA1")
    public static let rsaSignatureMessagePKCS1v15SHA256 = Self(rawValue: "algid:sign:RSA:message-PKCS1v15:SHA256")
    public static let rsaSignatureMessagePKCS1v15SHA384 = Self(rawValue: "algid:sign:RSA:message-PKCS1v15:SHA384")
    public static let rsaSignatureMessagePKCS1v15SHA512 = Self(rawValue: "algid:sign:RSA:message-PKCS1v15:SHA512")
    public static let rsaSignatureMessagePSSSHA1 = Self(rawValue: "algid:sign:RSA:message-PSS:SHA1")
    public static let rsaSignatureMessagePSSSHA256 = Self(rawValue: "algid:sign:RSA:message-PSS:SHA256")
    public static let rsaSignatureMessagePSSSHA384 = Self(rawValue: "algid:sign:RSA:message-PSS:SHA384")
    public static let rsaSignatureMessagePSSSHA512 = Self(rawValue: "algid:sign:RSA:message-PSS:SHA512")
    public static let ecdhKeyExchangeStandard = Self(rawValue: "algid:keyexchange:ECDH")
    public static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM = Self(
        rawValue: "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")
}

/// Apple: "SecKeyOperationType".
public enum SecKeyOperationType: Int, Sendable { case sign, verify, encrypt, decrypt, keyExchange }

private func fail(_ error: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ status: OSStatus) {
    error?.pointee = Unmanaged.passRetained(NSError(domain: NSOSStatusErrorDomain, code: Int(status)))
}

/// Apple: "SecKeyCreateRandomKey(_:_:)". In the Secure Enclave only 256-bit elliptic-curve keys exist ("Protecting keys with the Secure Enclave").
public func SecKeyCreateRandomKey(_ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> SecKey? {
    let wanted = (parameters as? [String: Any]) ?? [:]
    guard wanted["type"] as? String == "73", (wanted["bsiz"] as? NSNumber)?.intValue == 256 else {
        fail(error, errSecParam)
        return nil
    }
    let own = wanted["private"] as? [String: Any] ?? [:]
    let isPermanent = (own["perm"] as? NSNumber)?.boolValue ?? false
    let key: SecKey
    if let token = wanted["tkid"] as? String {
        let control = (own["accc"] as? SecAccessControl)?.emulated
        guard token == "com.apple.setoken", let made = EmulatedDevice.current.makeEnclaveKey(control: control) else {
            fail(error, errSecUnimplemented)
            return nil
        }
        key = SecKey(.enclave(made.identifier, context: (own["u_AuthCtx"] as? any EmulatedContextCarrier)?.emulated))
    } else {
        guard let made = EmulatedDevice.cryptography?.newP256Key() else {
            fail(error, errSecNotAvailable)
            return nil
        }
        key = SecKey(.privateKey(made.privateKey))
    }
    guard isPermanent else { return key }
    var item: [String: Any] = ["class": "keys", "kcls": "1", "type": "73", "bsiz": 256, "esiz": 256]
    for name in ["atag", "labl", "agrp", "accc"] { if let value = own[name] { item[name] = value } }
    if let point = key.publicPoint, let digest = EmulatedDevice.cryptography?.hash(point, length: 20) { item["klbl"] = digest }
    switch key.material {
    case .enclave: item["v_Ref"] = key
    case .privateKey(let scalar): item["v_Data"] = scalar
    case .publicKey, .rsaPublicKey, .rsaPrivateKey: break
    }
    let (status, _) = EmulatedKeychain.add(item)
    guard status == errSecSuccess else {
        fail(error, status)
        return nil
    }
    return key
}

/// Apple: "SecKeyCopyPublicKey(_:)".
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
    rsaPublicHalf(key).map { SecKey(.rsaPublicKey($0)) } ?? key.publicPoint.map { SecKey(.publicKey($0)) }
}

/// PKCS #1 of the public half; nil when the key is not RSA.
private func rsaPublicHalf(_ key: SecKey) -> Data? {
    switch key.material {
    case .rsaPublicKey(let der): der
    case .rsaPrivateKey(let der): EmulatedDevice.cryptography?.rsaPublicKey(ofPrivatePKCS1: der)
    default: nil
    }
}

/// The hash and padding of an algorithm for RSA signatures.
private func rsaScheme(_ algorithm: SecKeyAlgorithm) -> (hashLength: Int, isPSS: Bool)? {
    let name = algorithm.rawValue
    let lengths = ["SHA1": 20, "SHA256": 32, "SHA384": 48, "SHA512": 64]
    guard name.hasPrefix("algid:sign:RSA"), let length = lengths[String(name.split(separator: ":").last ?? "")] else { return nil }
    return (length, name.contains("PSS"))
}

/// Apple: "SecKeyCopyExternalRepresentation(_:_:)". X9.63 for elliptic curves; a private key of the Secure Enclave cannot be had.
public func SecKeyCopyExternalRepresentation(_ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFData? {
    switch key.material {
    case .enclave:
        fail(error, errSecParam)
        return nil
    case .privateKey(let scalar): return key.publicPoint.map { NSData(data: $0 + scalar) }
    case .publicKey(let point): return NSData(data: point)
    case .rsaPublicKey(let der), .rsaPrivateKey(let der): return NSData(data: der)
    }
}

/// Apple: "SecKeyCreateWithData(_:_:_:)". Elliptic-curve keys of 256 bits, and RSA keys.
public func SecKeyCreateWithData(
    _ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    let wanted = (attributes as? [String: Any]) ?? [:]
    let data = Data(referencing: keyData)
    if wanted["type"] as? String == "42", wanted["kcls"] as? String == "0",
        EmulatedDevice.cryptography?.rsaModulusSize(ofPKCS1: data) != nil
    {
        return SecKey(.rsaPublicKey(data))
    }
    if wanted["type"] as? String == "42", wanted["kcls"] as? String == "1",
        EmulatedDevice.cryptography?.rsaPublicKey(ofPrivatePKCS1: data) != nil
    {
        return SecKey(.rsaPrivateKey(data))
    }
    guard wanted["type"] as? String == "73" else {
        fail(error, errSecParam)
        return nil
    }
    if wanted["kcls"] as? String == "0", data.count == 65 { return SecKey(.publicKey(data)) }
    if wanted["kcls"] as? String == "1", data.count == 97 { return SecKey(.privateKey(Data(data.suffix(32)))) }
    fail(error, errSecParam)
    return nil
}

/// Apple: "SecKeyIsAlgorithmSupported(_:_:_:)".
public func SecKeyIsAlgorithmSupported(_ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm) -> Bool {
    switch operation {
    case .sign, .verify: [.ecdsaSignatureMessageX962SHA256, .ecdsaSignatureDigestX962SHA256].contains(algorithm)
    case .keyExchange: algorithm == .ecdhKeyExchangeStandard
    case .encrypt, .decrypt: false
    }
}

private func digest(_ data: CFData, _ algorithm: SecKeyAlgorithm) -> Data? {
    switch algorithm {
    case .ecdsaSignatureMessageX962SHA256: EmulatedDevice.cryptography?.hash(Data(referencing: data), length: 32)
    case .ecdsaSignatureDigestX962SHA256: data.count == 32 ? Data(referencing: data) : nil
    default: nil
    }
}

private func withPrivateKey<Result>(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: (Data) -> Result?
) -> Result? {
    let (status, result): (Int32, Result?)
    switch key.material {
    case .enclave(let identifier, let context):
        (status, result) = EmulatedDevice.current.useEnclaveKey(identifier, context: context, body)
    case .privateKey(let scalar): (status, result) = (0, body(scalar))
    case .publicKey, .rsaPublicKey, .rsaPrivateKey: (status, result) = (errSecParam, nil)
    }
    if result == nil { fail(error, status == 0 ? errSecParam : status) }
    return result
}

/// Apple: "SecKeyCreateSignature(_:_:_:_:)".
public func SecKeyCreateSignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    if case .rsaPrivateKey(let der) = key.material {
        guard let scheme = rsaScheme(algorithm),
            let signature = EmulatedDevice.cryptography?.signRSA(
                Data(referencing: dataToSign), privatePKCS1: der, hashLength: scheme.hashLength, isPSS: scheme.isPSS)
        else {
            fail(error, errSecParam)
            return nil
        }
        return NSData(data: signature)
    }
    guard let hashed = digest(dataToSign, algorithm) else {
        fail(error, errSecParam)
        return nil
    }
    return withPrivateKey(key, error) { scalar in
        EmulatedDevice.cryptography?.signP256(digest: hashed, privateKey: scalar).map { NSData(data: $0) }
    }
}

/// Apple: "SecKeyVerifySignature(_:_:_:_:_:)".
public func SecKeyVerifySignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    if case .rsaPublicKey(let der) = key.material {
        if let scheme = rsaScheme(algorithm),
            EmulatedDevice.cryptography?.verifyRSA(
                Data(referencing: signedData), signature: Data(referencing: signature), pkcs1: der, hashLength: scheme.hashLength,
                isPSS: scheme.isPSS) == true
        {
            return true
        }
        fail(error, errSecVerifyFailed)
        return false
    }
    guard let hashed = digest(signedData, algorithm), let point = key.publicPoint,
        EmulatedDevice.cryptography?.verifyP256(digest: hashed, signature: Data(referencing: signature), publicKey: point) == true
    else {
        fail(error, errSecVerifyFailed)
        return false
    }
    return true
}

/// Apple: "SecKeyCopyKeyExchangeResult(_:_:_:_:_:)".
public func SecKeyCopyKeyExchangeResult(
    _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey, _ parameters: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    guard algorithm == .ecdhKeyExchangeStandard, let point = publicKey.publicPoint else {
        fail(error, errSecParam)
        return nil
    }
    return withPrivateKey(privateKey, error) { scalar in
        EmulatedDevice.cryptography?.agreeP256(privateKey: scalar, publicKey: point).map { NSData(data: $0) }
    }
}
