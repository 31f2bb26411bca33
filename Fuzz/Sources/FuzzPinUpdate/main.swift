import FuzzRunner
import MerlonCore
import MerlonCrypto
import MerlonPinning

let key = try SoftwareSigningKey.generate(.ed25519)
let now = WallTime(seconds: 1_796_000_000)

fuzz { bytes in
    precondition((try? PinUpdate(verifying: bytes, keys: [key.verifyingKey], now: now)) == nil, "an update is accepted that nobody signed")
    // Signed, the bytes reach the reader of the payload.
    guard let signature = try? key.sign(bytes, context: "merlon-pinning/update") else { preconditionFailure("nothing can be signed") }
    let file = JSONValue.object(["payload": .string(Base64URL.encode(bytes)), "signatures": [.string(Base64URL.encode(signature))]])
    guard let update = try? PinUpdate(verifying: Array(file.serialized().utf8), keys: [key.verifyingKey], now: now) else { return }
    precondition(update.expires > now && update.sequence > 0, "an update out of its time is accepted")
}
