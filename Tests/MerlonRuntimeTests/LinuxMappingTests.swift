#if os(Linux)
    import Foundation
    import Glibc
    import Testing

    @testable import MerlonRuntime

    /// The list of executable memory against `/proc/self/maps`, and that what is kept of it is never taken for what is there now.
    @Suite(.serialized) struct LinuxMappingTests {
        /// Maps so many pages, of a file of that name, which is gone by then, or of none.
        private static func map(pages: Int, protection: Int32, file name: String? = nil) throws -> UnsafeMutableRawPointer {
            var file: Int32 = -1
            if let name {
                let path = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-map-\(getpid())-" + name).path
                file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
                try #require(unsafe file >= 0 && unlink(path) == 0 && ftruncate(file, pages * 4096) == 0)
            }
            defer { if file >= 0 { close(file) } }
            let memory = unsafe mmap(nil, pages * 4096, protection, MAP_PRIVATE | (file < 0 ? MAP_ANONYMOUS : 0), file, 0)
            return try unsafe #require(memory != MAP_FAILED ? memory : nil)
        }

        @Test func theKernelsListIsTheFiles() throws {
            let names = ["plain", "two words (deleted)", "line\nbreak", "back\\slash", String(repeating: "n", count: 200)]
            let maps = unsafe try names.enumerated().map {
                unsafe try Self.map(pages: 11 + $0, protection: PROT_READ | PROT_EXEC, file: $1)
            }
            let private1 = unsafe try Self.map(pages: 21, protection: PROT_READ | PROT_WRITE | PROT_EXEC)
            defer {
                for index in names.indices { unsafe munmap(maps[index], (11 + index) * 4096) }
                unsafe munmap(private1, 21 * 4096)
            }
            // Other tests load libraries meanwhile.
            var lists: [[MemoryMap.Line]] = []
            for _ in 0..<200 {
                lists = [LinuxSystem.executableMap(), LinuxSystem.read("/proc/self/maps", limit: 4 << 20)].map {
                    // The page for old system calls is in no process's memory, and in the file alone.
                    MemoryMap($0.value ?? []).lines.filter { $0.name != "[vsyscall]" }
                }
                if lists[0] == lists[1] { break }
            }
            #expect(lists[0] == lists[1])
            #expect(lists[0].filter { $0.name.contains("/merlon-map-") && $0.name.hasSuffix(" (deleted)") }.count == names.count)
            #expect(lists[0].contains { $0.name.hasSuffix("-line\\012break (deleted)") })
            #expect(lists[0].contains { $0.end - $0.start == 21 * 4096 && $0.isWritable && $0.backing == .anonymous })
        }

        @Test func whatIsKeptIsNeverOld() throws {
            let reader = MappingReader()
            func found() -> [ExecutableMapping] { (reader.read().mappings.value ?? []).filter { $0.pages == 77 } }
            #expect(found().isEmpty && found().isEmpty)
            let memory = unsafe try Self.map(pages: 77, protection: PROT_READ)
            #expect(found().isEmpty, "it cannot be executed")
            for _ in 0..<3 {
                unsafe mprotect(memory, 77 * 4096, PROT_READ | PROT_EXEC)
                #expect(found() == [ExecutableMapping(name: "", backing: .anonymous, pages: 77)])
                #expect(found().count == 1)
                unsafe mprotect(memory, 77 * 4096, PROT_READ | PROT_WRITE | PROT_EXEC)
                #expect(found() == [ExecutableMapping(name: "", backing: .anonymous, isWritable: true, pages: 77)])
                unsafe mprotect(memory, 77 * 4096, PROT_READ)
                #expect(found().isEmpty)
            }
            unsafe munmap(memory, 77 * 4096)
        }

        /// Each word is found at each place of a name, in any case, and not within another word.
        @Test func namesOfTools() {
            let words = ToolMappingDetector.words
            let names: [(String) -> String] = [
                { "/usr/lib/x86_64-linux-gnu/lib-\($0)-64.so" }, { "/memfd:\($0) (deleted)" }, { "\($0.uppercased()).so" },
                { "/a/x_\($0)" },
                { "/é/\($0).so" },
            ]
            for name in names { #expect(words.filter { ToolMappingDetector.found(in: name($0)) != [$0] } == []) }
            #expect(words.filter { !ToolMappingDetector.found(in: "/usr/lib/lib\($0)x.so").isEmpty } == [])
        }

        @Test func theLoadersListIsTheLoaders() throws {
            let objects = try #require(LoaderList.record().value).objects
            #expect(objects.first?.label == ScrubbedPath.executable && objects.first?.isNeeded == true)
            #expect(objects.contains { $0.label.hasSuffix("/libc.so.6") && $0.isNeeded && !$0.text.isEmpty })
            #expect(try #require(LoaderList.record().value).isSame(as: try #require(LoaderList.record().value)))
        }
    }
#endif
