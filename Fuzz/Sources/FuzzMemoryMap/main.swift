import FuzzRunner
@testable import MerlonRuntime

/// The texts of `/proc` that another process can put names into: paths of what it maps, its environment, and its name in its status.
fuzz { bytes in
    let lines = MemoryMap(bytes).lines
    // `0-1 r-xp 0 0 0` is the shortest line that is read.
    precondition(lines.count <= MemoryMap.maximumLines && lines.count * 14 <= bytes.count)
    for line in lines {
        let mapping = line.mapping(owner: nil)
        precondition(line.start < line.end && mapping.name.count <= 256)
    }
    let variables = ProcText.loaderVariables(in: bytes)
    precondition(variables.count <= 32 && variables.allSatisfy { $0.name.hasPrefix("LD_") && $0.files.count <= 16 })
    precondition((ProcText.field("TracerPid", in: bytes) ?? "").utf8.count <= 3 * 512)
}
