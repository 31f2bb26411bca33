import Foundation

/// Apple: "SecRandomRef".
public final class SecRandom: Sendable {}
public typealias SecRandomRef = SecRandom

/// Apple: "kSecRandomDefault".
public let kSecRandomDefault: SecRandomRef? = nil

/// Apple: "SecRandomCopyBytes(_:_:_:)".
public func SecRandomCopyBytes(_ random: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32 {
    var generator = SystemRandomNumberGenerator()
    for index in 0..<count { bytes.storeBytes(of: UInt8.random(in: 0...255, using: &generator), toByteOffset: index, as: UInt8.self) }
    return errSecSuccess
}
