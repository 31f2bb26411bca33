#if canImport(Darwin)
    import CMerlonProbes
    import Darwin
    import Foundation
    import MerlonCore
    import MerlonMachO

    /// Looks for the trap instructions of debuggers.
    enum TrapProbe {
        /// The code of one image, by addresses in memory.
        struct Code: Sendable {
            var path: String
            var uuid: [UInt8]
            var header: UInt64
            var start: UInt64
            var end: UInt64
        }

        private static let maximumTraps = 64

        /// The traps in these images' code. On x86-64, where instructions begin anywhere, nothing can be said without the file.
        static func scan(_ codes: [Code]) -> TrapScan {
            var scan = TrapScan(scanned: 0)
            for code in codes {
                let found = traps(in: code.start, code.end, of: code)
                scan.scanned += found.scanned
                scan.traps += found.traps
                scan.isComplete = scan.isComplete && found.isComplete
            }
            scan.traps = Array(scan.traps.prefix(maximumTraps))
            return scan
        }

        /// The traps between two addresses: those of debuggers, and with the image's file, where that can be read and is not encrypted, all that are not
        /// in it.
        static func traps(in start: UInt64, _ end: UInt64, of code: Code) -> TrapScan {
            var traps = [merlon_darwin_trap](repeating: .init(), count: maximumTraps)
            var scanned: UInt64 = 0
            let file = (try? MachOFile(ByteView(ByteStorage.mapped(path: code.path)))).flatMap { FileCode($0, uuid: code.uuid) }
            let reference = start >= code.header && end >= start ? file?.bytes(at: start - code.header, count: end - start) : nil
            let count: Int
            if let reference {
                count = unsafe reference.withUnsafeBytes {
                    unsafe merlon_darwin_traps(start, end, $0.bindMemory(to: UInt8.self).baseAddress, &traps, traps.count, &scanned)
                }
            } else {
                count = unsafe merlon_darwin_traps(start, end, nil, &traps, traps.count, &scanned)
            }
            #if arch(arm64)
                let isComplete = true
            #else
                let isComplete = reference != nil
            #endif
            guard count > 0 else { return TrapScan(scanned: scanned, isComplete: isComplete) }
            let name = ScrubbedPath.scrub(code.path)
            return TrapScan(
                scanned: scanned,
                traps: traps.prefix(count).map { trap in
                    var symbol = [UInt8](repeating: 0, count: 256)
                    unsafe symbol.withUnsafeMutableBytes {
                        unsafe merlon_darwin_symbol(trap.address, $0.bindMemory(to: CChar.self).baseAddress!, 256)
                    }
                    return TrapScan.Trap(
                        image: name, symbol: String(decoding: symbol.prefix { $0 != 0 }, as: UTF8.self), offset: trap.address - code.header,
                        instruction: trap.instruction,
                        differsFromFile: file?.differs(at: trap.address - code.header, from: trap.instruction))
                }, isComplete: isComplete)
        }
    }
#endif
