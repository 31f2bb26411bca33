import FuzzRunner
import MerlonVault

// A vault's key slots stand in the clear and are read before any key is known.
fuzz { bytes in
    guard let slot = try? ProtectorSlot(number: 0, parsing: bytes) else { return }
    precondition(slot.label.utf8.count <= 128 && ProtectorKind(slot.kind.name) == slot.kind, "a slot out of its bounds was read")
}
