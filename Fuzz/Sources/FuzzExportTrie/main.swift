import FuzzRunner
import MerlonMachO

fuzz { bytes in
    let file = MachOShell.wrap(bytes, command: 0x8000_0033, [MachOShell.payloadOffset, UInt32(bytes.count)])
    guard let image = try? MachOImage(ByteView(copying: file)) else { preconditionFailure("the shell is not read") }
    let exports = image.partialExports().exports
    // Each export takes a node, and a node three bytes at least.
    precondition(exports.count <= bytes.count)
}
