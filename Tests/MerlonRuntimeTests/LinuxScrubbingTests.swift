#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    extension LinuxProcessTests {
        /// What a process in a person's folders records: nothing of the person, and no address of memory.
        @Suite struct LinuxScrubbingTests {
            @Test(.enabled(if: Attackers.compiler != nil, "needs clang, which Swift brings")) func aProcessOfAPerson() async throws {
                try await withTemporaryFolder { folder in
                    let home = folder.appendingPathComponent("ada-lovelace/secret plan")
                    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
                    let program = home.appendingPathComponent("RuntimeProbe")
                    try FileManager.default.copyItem(at: BuiltProducts.executable("RuntimeProbe"), to: program)
                    let library = home.appendingPathComponent("plain.so").path
                    try FileManager.default.copyItem(atPath: Attackers.build("plain.so"), toPath: library)
                    let victim = try Victim(
                        ["libraries", home.path],
                        environment: [
                            "HOME": home.path, "USER": "ada-lovelace", "LOGNAME": "ada-lovelace", "HOSTNAME": "ada-lovelace-laptop",
                            "LD_LIBRARY_PATH": home.path, "LD_PRELOAD": library, "XDG_CACHE_HOME": home.path,
                        ], program: program.path)
                    let maps = try String(contentsOfFile: "/proc/\(victim.pid)/maps", encoding: .utf8)
                    let ranges = maps.split(separator: "\n").compactMap { line -> ClosedRange<UInt64>? in
                        let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt64($0, radix: 16) }
                        // Small programs' numbers are no addresses.
                        return ends.count == 2 && ends[0] >= 1 << 44 ? ends[0]...ends[1] : nil
                    }
                    try #require(ranges.count > 20)
                    for question in ["facts", "sweep"] {
                        let text = try victim.ask(question)
                        #expect(text.contains("plain.so"), "what the library is called is told")
                        for word in ["ada-lovelace", "secret plan", folder.lastPathComponent, ProcessInfo.processInfo.hostName + "\""] {
                            #expect(!text.contains(word), "\(question): \(word): \(text)")
                        }
                        let numbers = Self.numbers(in: try JSONSerialization.jsonObject(with: Data(text.utf8)))
                        #expect(!numbers.contains { number in ranges.contains { $0.contains(number) } }, "\(question)")
                    }
                }
            }

            private static func numbers(in value: Any) -> [UInt64] {
                switch value {
                case let members as [String: Any]: members.values.flatMap(numbers)
                case let elements as [Any]: elements.flatMap(numbers)
                case let number as NSNumber: [number.uint64Value]
                // Also those in words: 0x7f0000000000.
                case let text as String:
                    text.split { !$0.isHexDigit && $0 != "x" }.compactMap {
                        $0.hasPrefix("0x") ? UInt64($0.dropFirst(2), radix: 16) : UInt64($0)
                    }
                default: []
                }
            }
        }
    }
#endif
