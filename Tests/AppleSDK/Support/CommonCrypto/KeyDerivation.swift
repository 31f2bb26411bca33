import EmulatedDevice
import Foundation

// What CommonCrypto/CommonKeyDerivation.h declares. Here only to run: Scripts/apple-compile reads the open header itself.

/// `CCPBKDFAlgorithm`.
public typealias CCPBKDFAlgorithm = UInt32
/// `CCPseudoRandomAlgorithm`.
public typealias CCPseudoRandomAlgorithm = UInt32

public let kCCPBKDF2 = 2
public let kCCPRFHmacAlgSHA1 = 1
public let kCCPRFHmacAlgSHA224 = 2
public let kCCPRFHmacAlgSHA256 = 3
public let kCCPRFHmacAlgSHA384 = 4
public let kCCPRFHmacAlgSHA512 = 5
public let kCCSuccess = 0
public let kCCParamError = -4300

/// Derives a key from a password; `kCCParamError` for an argument that is out of range.
public func CCKeyDerivationPBKDF(
    _ algorithm: CCPBKDFAlgorithm, _ password: UnsafePointer<CChar>?, _ passwordLen: Int, _ salt: UnsafePointer<UInt8>?, _ saltLen: Int,
    _ prf: CCPseudoRandomAlgorithm, _ rounds: UInt32, _ derivedKey: UnsafeMutablePointer<UInt8>?, _ derivedKeyLen: Int
) -> Int32 {
    let hashLengths = [kCCPRFHmacAlgSHA1: 20, kCCPRFHmacAlgSHA256: 32, kCCPRFHmacAlgSHA384: 48, kCCPRFHmacAlgSHA512: 64]
    guard algorithm == kCCPBKDF2, rounds > 0, let length = hashLengths[Int(prf)], let derivedKey, derivedKeyLen > 0 else {
        return Int32(kCCParamError)
    }
    let given = Data(bytes: password.map(UnsafeRawPointer.init) ?? UnsafeRawPointer(derivedKey), count: password == nil ? 0 : passwordLen)
    let salted = Data(bytes: salt.map(UnsafeRawPointer.init) ?? UnsafeRawPointer(derivedKey), count: salt == nil ? 0 : saltLen)
    guard
        let key = EmulatedDevice.cryptography?.stretch(
            given, salt: salted, iterations: Int(rounds), hashLength: length, count: derivedKeyLen)
    else { return Int32(kCCParamError) }
    key.copyBytes(to: derivedKey, count: derivedKeyLen)
    return Int32(kCCSuccess)
}
