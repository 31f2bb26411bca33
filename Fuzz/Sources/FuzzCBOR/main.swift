import FuzzRunner
import MerlonCore

fuzz { bytes in
    _ = try? CBORValue(parsing: bytes, keyOrder: .any)
    guard let value = try? CBORValue(parsing: bytes) else { return }
    precondition(value.serialized() == bytes, "a value has a second encoding that is accepted")
}
