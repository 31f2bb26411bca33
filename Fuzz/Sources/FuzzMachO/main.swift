import FuzzRunner
import MerlonMachO

fuzz { bytes in
    guard let file = try? MachOFile(ByteView(copying: bytes)) else { return }
    for image in file.images {
        _ = try? image.symbols()
        _ = try? image.indirectSymbols()
        _ = image.imports()
        _ = image.partialExports()
        _ = try? image.functionStarts()
    }
}
