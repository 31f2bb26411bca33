import FuzzRunner
import MerlonMachO

/// The bytes are both the fixups and the data whose pointers they chain.
fuzz { bytes in
    let file = MachOShell.wrap(bytes, command: 0x8000_0034, [MachOShell.payloadOffset, UInt32(bytes.count)])
    guard let image = try? MachOImage(ByteView(copying: file)) else { preconditionFailure("the shell is not read") }
    let imports = image.imports()
    precondition(imports.bindings.allSatisfy { imports.symbols.indices.contains($0.symbol) })
    precondition(zip(imports.bindings, imports.bindings.dropFirst()).allSatisfy { $0.address < $1.address })
    let resolver = PointerResolver(image, imports: imports)
    for offset in stride(from: 0, to: UInt64(min(bytes.count, 4096)), by: 8) { _ = resolver.target(at: 0x1_0000_4000 + offset) }
}
