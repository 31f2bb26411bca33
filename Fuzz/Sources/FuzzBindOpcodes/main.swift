import FuzzRunner
import MerlonMachO

/// The bytes are all three streams of opcodes.
fuzz { bytes in
    let range = [MachOShell.payloadOffset, UInt32(bytes.count)]
    let file = MachOShell.wrap(bytes, command: 0x8000_0022, [0, 0] + range + range + range + [0, 0])
    guard let image = try? MachOImage(ByteView(copying: file)) else { preconditionFailure("the shell is not read") }
    let imports = image.imports()
    precondition(imports.bindings.allSatisfy { imports.symbols.indices.contains($0.symbol) })
}
