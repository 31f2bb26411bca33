import MerlonMachO
import Testing

@testable import MerlonRuntime

/// Maps the file of a library as dyld does: segments at a slide, rebases and bindings applied. It reads chains and rebase opcodes by itself; which
/// pointers are bound comes from `MachOImage.imports()`, which `RealBinaryTests` compares with `llvm-objdump`.
struct SimulatedLinker {
    let process: SimulatedProcess
    /// In memory, by name.
    var symbols: [String: UInt64] = [:]

    /// An image that was mapped.
    struct Mapped {
        var file: MachOImage
        var address: UInt64
        var slide: UInt64
        var path: String
        var bindings: ImportTable
    }

    /// Maps `file`, which stands at `slice` of the file `bytes`.
    func map(_ file: MachOImage, path: String, bytes: [UInt8]?, _ origin: ImageOrigin = .program) throws -> Mapped {
        let segments = file.segments.filter { $0.initialProtection != 0 }
        let end = try #require(segments.map(\.endAddress).max())
        let address = process.map(Int(end - file.baseAddress))
        let slide = address &- file.baseAddress
        for segment in segments {
            let content = try file.bytes.slice(segment.file.offset, min(segment.file.size, segment.size))
            process.write(content.array, at: segment.address &+ slide)
        }
        try rebase(file, slide)
        let imports = file.imports()
        #expect(imports.problems.isEmpty, "\(path)")
        let own = Dictionary(
            try file.exports().compactMap { export in
                if case .address(let address) = export.target { (export.name, address &+ slide) } else { nil }
            }, uniquingKeysWith: { first, _ in first })
        for binding in imports.bindings {
            let symbol = imports.symbols[binding.symbol]
            let mine = symbol.library == .thisImage || symbol.library == .weakLookup ? own[symbol.name] : nil
            let target = try #require(mine ?? symbols[symbol.name], "\(symbol.name)")
            process.write(pointer: target &+ UInt64(bitPattern: binding.addend), at: binding.address &+ slide)
        }
        process.add(path, at: address, origin)
        process.files[path] = bytes
        return Mapped(file: file, address: address, slide: slide, path: path, bindings: imports)
    }

    private func rebase(_ file: MachOImage, _ slide: UInt64) throws {
        if let range = file.commands.chainedFixups {
            try rebaseChains(file, try file.bytes(in: range), slide)
        } else if let range = file.commands.dyldInfo?.rebase, range.size > 0 {
            try runRebaseOpcodes(file, try file.bytes(in: range).array, slide)
        }
    }

    private func rebaseChains(_ file: MachOImage, _ data: ByteView, _ slide: UInt64) throws {
        let starts = data.suffix(from: UInt64(try data.load(UInt32.self, at: 4)))
        for index in 0..<Int(try starts.load(UInt32.self, at: 0)) {
            let offset = try starts.load(UInt32.self, at: 4 + UInt64(index) * 4)
            guard offset != 0 else { continue }
            let info = starts.suffix(from: UInt64(offset))
            let pageSize = try info.load(UInt16.self, at: 4)
            let format = try info.load(UInt16.self, at: 6)
            try #require(format == 2 || format == 6, "a format that this linker does not know: \(format)")
            for page in 0..<(try info.load(UInt16.self, at: 20)) {
                var place = UInt64(try info.load(UInt16.self, at: 22 + UInt64(page) * 2))
                guard place != 0xFFFF else { continue }
                let segment = file.segments[index]
                place += segment.address + UInt64(page) * UInt64(pageSize)
                while true {
                    let raw = try file.bytes.load(UInt64.self, at: place - segment.address + segment.file.offset)
                    if raw >> 63 == 0 {
                        let target = (raw & 0xF_FFFF_FFFF) &+ (format == 6 ? file.baseAddress : 0) | (raw >> 36 & 0xFF) << 56
                        process.write(pointer: target &+ slide, at: place &+ slide)
                    }
                    let next = raw >> 51 & 0xFFF
                    if next == 0 { break }
                    place += next * 4
                }
            }
        }
    }

    private func runRebaseOpcodes(_ file: MachOImage, _ opcodes: [UInt8], _ slide: UInt64) throws {
        var (index, place): (Int, UInt64) = (0, 0)
        func number() -> UInt64 {
            var (value, shift): (UInt64, UInt64) = (0, 0)
            while true {
                let byte = opcodes[index]
                index += 1
                value |= UInt64(byte & 0x7F) << shift
                shift += 7
                if byte & 0x80 == 0 { return value }
            }
        }
        func rebase(_ count: UInt64, skip: UInt64 = 0) throws {
            for _ in 0..<count {
                let bytes = try #require(file.bytes(at: place))
                process.write(pointer: try bytes.load(UInt64.self, at: 0) &+ slide, at: place &+ slide)
                place = place &+ 8 &+ skip
            }
        }
        while index < opcodes.count {
            let (operation, immediate) = (opcodes[index] & 0xF0, UInt64(opcodes[index] & 0x0F))
            index += 1
            switch operation {
            case 0x00: return
            case 0x10: break
            case 0x20: place = file.segments[Int(immediate)].address &+ number()
            case 0x30: place = place &+ number()
            case 0x40: place = place &+ immediate * 8
            case 0x50: try rebase(immediate)
            case 0x60: try rebase(number())
            case 0x70: try rebase(1, skip: number())
            case 0x80:
                let count = number()
                try rebase(count, skip: number())
            default: Issue.record("rebase opcode \(operation)")
            }
        }
    }
}
