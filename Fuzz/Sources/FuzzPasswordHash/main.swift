import FuzzRunner
import MerlonCrypto

fuzz { bytes in
    guard let hash = try? PasswordHash(parsing: String(decoding: bytes, as: UTF8.self)) else { return }
    guard let again = try? PasswordHash(parsing: hash.text) else { preconditionFailure("a hash does not read its own text") }
    precondition(again == hash && again.cost == hash.cost, "a hash reads its own text as another")
}
