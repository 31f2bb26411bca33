#if os(Linux)
    import Foundation
    import MerlonCore
    import MerlonCrypto
    import MerlonMachO
    import MerlonRuntime
    import TestSupport
    import Testing

    extension LinuxProcessTests {
        /// A running program against its signed manifest, while its files are changed.
        @Suite(.serialized, .enabled(if: Attackers.compiler != nil, "needs clang, which Swift brings")) struct LinuxManifestTests {
            /// A folder with the program, what it needs and a library of its own, and a manifest of them.
            private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-shipped-\(UUID().uuidString)")
            private let key: SoftwareSigningKey
            private var program: URL { folder.appendingPathComponent("RuntimeProbe") }
            private var library: URL { folder.appendingPathComponent("plain.so") }
            private var manifest: URL { folder.appendingPathComponent("merlon.integrity") }

            init() throws {
                key = try SoftwareSigningKey.generate(.ed25519)
                let files = FileManager.default
                try files.createDirectory(at: folder, withIntermediateDirectories: true)
                try files.copyItem(at: BuiltProducts.executable("RuntimeProbe"), to: program)
                try files.copyItem(atPath: Attackers.build("plain.so"), toPath: library.path)
                // Swift's own libraries are the program's, unless a package of the system brings them.
                let linked = try Executable("ldd").run([program.path]).output.split(separator: "\n").compactMap { line in
                    line.split(separator: " ").first { $0.hasPrefix("/") }.map(String.init)
                }
                for path in linked where !["/lib/", "/lib64/", "/usr/lib/"].contains(where: { path.hasPrefix($0) }) {
                    try files.copyItem(atPath: path, toPath: folder.appendingPathComponent((path as NSString).lastPathComponent).path)
                }
                try writeManifest()
            }

            private func writeManifest() throws {
                let files = FileManager.default
                try? files.removeItem(at: manifest)
                var builder = ManifestBuilder()
                for name in try files.contentsOfDirectory(atPath: folder.path).sorted() {
                    let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent(name)))
                    try builder.add(name, ByteView(copying: bytes))
                }
                let made = try builder.manifest(sequence: 1, issued: WallTime(seconds: 1_796_000_000))
                try Data(made.signed(with: key)).write(to: manifest)
            }

            private func victim(_ more: [String] = []) throws -> Victim {
                let publicKey = Hex.encode(try #require(key.verifyingKey.rawRepresentation))
                return try Victim(
                    ["manifest", manifest.path, publicKey, "libraries", folder.path] + more, environment: ["LD_LIBRARY_PATH": folder.path],
                    program: program.path)
            }

            /// What the manifest's detector says: ids, or that it is undecided.
            private func outcome(_ victim: Victim) throws -> Set<String> {
                let verdict = try victim.sweep()
                if let reason = verdict.undecided["linux-manifest"] { return ["undecided: \(reason)"] }
                return Set(verdict.indicators.map(\.id)).intersection(["linux-changed-file", "linux-unlisted-binary"])
            }

            /// Puts other bytes at a path as an update does: the mapped file stays what it was, without a name.
            private func replace(_ file: URL, _ change: (inout Data) -> Void) throws {
                var bytes = try Data(contentsOf: file)
                change(&bytes)
                try bytes.write(to: file, options: .atomic)
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
            }

            @Test func filesAreChangedWhileItRuns() throws {
                defer { try? FileManager.default.removeItem(at: folder) }
                let running = try victim()
                #expect(try outcome(running) == [])
                #expect(try running.threats() == [])

                // The same bytes again: what is mapped of a library cannot be read any more; the program can.
                try replace(program) { _ in }
                #expect(try outcome(running) == [])
                let program = try Data(contentsOf: program)
                try replace(self.program) { $0.append(0) }
                #expect(try outcome(running) == ["linux-changed-file"])
                try FileManager.default.removeItem(at: self.program)
                #expect(try outcome(running).first?.hasPrefix("undecided: RuntimeProbe: its file was deleted") == true)
                try program.write(to: self.program)
                #expect(try outcome(running) == [])

                try replace(library) { _ in }
                #expect(try outcome(running).first?.hasPrefix("undecided: plain.so: its file was replaced by one") == true)
                try replace(library) { $0.append(0) }
                #expect(try outcome(running) == ["linux-changed-file"])
                try FileManager.default.removeItem(at: library)
                #expect(try outcome(running).first?.hasPrefix("undecided: plain.so: its file was deleted") == true)
            }

            /// A file whose name ends as the kernel's mark of a file that is gone does: it is there, and is compared like any other.
            @Test func aNameLikeTheMarkOfADeletedFile() throws {
                defer { try? FileManager.default.removeItem(at: folder) }
                let odd = folder.appendingPathComponent("odd.so (deleted)")
                try FileManager.default.copyItem(at: library, to: odd)
                try writeManifest()
                // Loaded by its name alone, beside the ordinary one.
                let running = try victim(["library", odd.path])
                #expect(try outcome(running) == [])
                #expect(try running.threats() == [])
                // The name without the mark is another file, listed or not.
                let plain = folder.appendingPathComponent("odd.so")
                try Data("other".utf8).write(to: plain)
                #expect(try outcome(running) == [])
                try FileManager.default.removeItem(at: plain)
                // Gone for good, with the mark twice.
                try FileManager.default.removeItem(at: odd)
                #expect(try outcome(running).first?.hasPrefix("undecided: odd.so (deleted): its file was deleted") == true)
                try FileManager.default.copyItem(at: library, to: odd)
                try replace(odd) { $0.append(0) }
                #expect(try outcome(running) == ["linux-changed-file"])
                #expect(try outcome(victim(["library", odd.path])) == ["linux-changed-file"])
            }

            @Test func filesWereChangedBeforeItStarted() throws {
                defer { try? FileManager.default.removeItem(at: folder) }
                let added = folder.appendingPathComponent("added.so")
                try FileManager.default.copyItem(at: library, to: added)
                try replace(added) { $0.append(0) }
                #expect(try outcome(victim()) == ["linux-unlisted-binary"])
                try FileManager.default.removeItem(at: added)

                let moved = folder.appendingPathComponent("moved.so")
                try FileManager.default.moveItem(at: library, to: moved)
                #expect(try outcome(victim()).first?.hasPrefix("undecided: plain.so: what is mapped was moved") == true)
                try FileManager.default.moveItem(at: moved, to: library)

                try replace(library) { $0.append(0) }
                #expect(try outcome(victim()) == ["linux-changed-file"])
                try replace(library) { $0.removeLast() }
                #expect(try outcome(victim()) == [])
                try replace(program) { $0.append(0) }
                #expect(try outcome(victim()) == ["linux-changed-file"])
            }
        }
    }
#endif
