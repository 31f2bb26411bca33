import FuzzRunner
import MerlonCore
import MerlonCrypto

/// Fields of every kind, so that a record of any bytes meets each reader.
struct Record: Sealable {
    let number: Int64
    let text: String
    let secret: SecretBytes
    let inner: [Record]

    func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        try encoder.encode(number)
        try encoder.encode(text)
        try encoder.encode(secret)
        try encoder.encode(inner)
    }

    init(from decoder: inout SealedDecoder) throws(CoreError) {
        (number, text, secret) = (try decoder.integer(), try decoder.string(), try decoder.secret())
        inner = number == 1 ? try decoder.values() : []
    }
}

let key = try SealingKey.generate()
let keys = KeySet(primary: key)
fuzz { bytes in
    precondition((try? keys.open(bytes, context: "fuzz")) == nil, "a message opens that nobody sealed")
    // With this key's header the cipher sees the rest, and with a real seal the decoder does.
    let header: [UInt8] = [1, key.algorithm.rawValue] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: key.id.rawValue >> $0) }
    precondition((try? key.open(header + bytes, context: "fuzz")) == nil, "a message opens that nobody sealed")
    guard let sealed = try? key.seal(bytes, context: "fuzz") else { preconditionFailure("a message cannot be sealed") }
    _ = try? key.open(sealed, as: Record.self, context: "fuzz")
    _ = try? key.open(sealed, as: KeySet.self, context: "fuzz")
}
