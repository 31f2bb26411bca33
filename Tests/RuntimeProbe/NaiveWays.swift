import Foundation

/// How a program asks itself without care for time: the texts of `/proc` as lines, and all code read from its files and compared.
enum NaiveWays {
    private struct Mapping {
        var start: UInt
        var end: UInt
        var offset: UInt64
        var path: String
    }

    /// What a cheap sweep looks at: tracer, parent, executable memory, tools' names, loader's variables. Whether nothing was found.
    static func cheap() -> Bool {
        guard let status = text("/proc/self/status"), let environment = text("/proc/self/environ") else { return false }
        let parent = status.components(separatedBy: "\n").first { $0.hasPrefix("PPid:") }?.dropFirst(5).trimmingCharacters(in: .whitespaces)
        let isTraced = !status.components(separatedBy: "\n").contains("TracerPid:\t0")
        let isParentKnown = ["gdb", "lldb", "strace"].contains(
            text("/proc/\(parent ?? "")/comm")?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "")
        let code = mappings()
        let hasTool = code.contains { mapping in ["frida", "gadget", "dobby"].contains { mapping.path.lowercased().contains($0) } }
        let isPreloaded = environment.components(separatedBy: "\0").contains { $0.hasPrefix("LD_PRELOAD=") }
        return !isTraced && !isParentKnown && !code.isEmpty && !hasTool && !isPreloaded
    }

    /// That, and all code of all files against memory. Whether nothing was found.
    static func full() -> Bool {
        cheap()
            && mappings().allSatisfy { mapping in
                guard mapping.path.hasPrefix("/"), let file = FileHandle(forReadingAtPath: mapping.path) else { return true }
                guard (try? file.seek(toOffset: mapping.offset)) != nil,
                    let bytes = try? file.read(upToCount: Int(mapping.end - mapping.start)),
                    let memory = unsafe UnsafeRawPointer(bitPattern: mapping.start)
                else { return false }
                return unsafe bytes.withUnsafeBytes { unsafe memcmp($0.baseAddress ?? memory, memory, $0.count) == 0 }
            }
    }

    private static func mappings() -> [Mapping] {
        (text("/proc/self/maps") ?? "").components(separatedBy: "\n").compactMap { line in
            let fields = line.split(separator: " ", maxSplits: 5)
            guard fields.count >= 5, fields[1].contains("x") else { return nil }
            let range = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard range.count == 2, let offset = UInt64(fields[2], radix: 16) else { return nil }
            return Mapping(
                start: range[0], end: range[1], offset: offset,
                path: fields.count == 6 ? fields[5].trimmingCharacters(in: .whitespaces) : "")
        }
    }

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
