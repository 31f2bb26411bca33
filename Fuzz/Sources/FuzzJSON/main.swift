import FuzzRunner
import MerlonCore

fuzz { bytes in
    guard let value = try? JSONValue(parsing: bytes) else { return }
    precondition((try? JSONValue(parsing: value.serialized())) == value, "what was written reads as something else")
}
