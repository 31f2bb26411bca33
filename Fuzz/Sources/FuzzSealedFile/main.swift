import Foundation
import FuzzRunner
import MerlonCrypto

let key = try SealingKey.generate()
let pair = try AgreementPrivateKey.generate(.x25519)
let path = FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-sealed-\(getpid())").path
let magic: [UInt8] = [0x89, 0x4D, 0x52, 0x4C, 0x46, 0x0D, 0x0A, 1]

/// Nothing opens that nobody sealed, for none of the ways in. A password is left out: what a stanza may make its reader pay is bounded, and too much
/// for a fuzzer.
func expectRefusal(_ bytes: [UInt8]) {
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { preconditionFailure("no file can be written") }
    for identity in [FileIdentity.key(key), .privateKey(pair)] {
        precondition((try? SealedFileReader(path, with: identity, context: "fuzz")) == nil, "a file opens that nobody sealed")
    }
}

fuzz { bytes in
    expectRefusal(bytes)
    // Behind a header of the right length, so that the stanzas are reached.
    let stanzas = bytes.prefix(Int(bytes.first ?? 0) << 2)
    expectRefusal(magic + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stanzas.count >> $0) } + bytes)
    // Stanzas for these very keys.
    let start = bytes.prefix(40)
    let own: [UInt8] = [1, key.algorithm.rawValue] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: key.id.rawValue >> $0) } + bytes
    let list: [UInt8] = [0x81, 0x82, 0x01, 0x59, UInt8(truncatingIfNeeded: own.count >> 8), UInt8(truncatingIfNeeded: own.count)] + own
    guard own.count < 1 << 16 else { return }
    expectRefusal(magic + [0, 0, UInt8(truncatingIfNeeded: list.count >> 8), UInt8(truncatingIfNeeded: list.count)] + list + start)
}
