#if os(Linux)
    import CMerlonProbes
    import Glibc

    /// Executable memory and whose it is, and the loader's list of objects.
    enum MappingProbe {
        static let probe = Probe(
            "linux-mappings", tier: .cheap,
            giveUp: {
                $0.linux?.executableMappings = .timedOut
                $0.linux?.loadedObjects = .timedOut
            },
            ask: {
                var (mappings, objects) = reading()
                var strangers = Self.strangers(mappings)
                // A library that is being loaded or unloaded is mapped, and in no list, for a moment: what has no owner in every reading counts.
                for pause: UInt32 in [200, 200, 500, 500, 1000, 2000, 5000, 10_000, 20_000, 20_000] where !strangers.isEmpty {
                    usleep(pause)
                    (mappings, objects) = reading()
                    strangers.formIntersection(Self.strangers(mappings))
                }
                let lasting = strangers
                mappings = mappings.map { $0.filter { !$0.isStranger || lasting.contains($0) } }
                let facts = mappings.map { $0.map { $0.line.mapping(owner: $0.owner) } }
                let listed = objects
                return {
                    $0.linux?.executableMappings = facts
                    $0.linux?.loadedObjects = listed
                }
            })

        private struct Owned: Hashable, Codable {
            var line: MemoryMap.Line
            var owner: String?
            /// Code of a file that no loaded object owns.
            var isStranger: Bool { owner == nil && (line.backing == .file || line.backing == .deletedFile) }
        }

        private static func strangers(_ mappings: Fact<[Owned]>) -> Set<Owned> {
            Set((mappings.value ?? []).filter(\.isStranger))
        }

        private static func reading() -> (mappings: Fact<[Owned]>, objects: Fact<[LoadedObject]>) {
            // Memory first: what is loaded after that is in the list and not missed in memory.
            let text = LinuxSystem.read("/proc/self/maps", limit: 4 << 20)
            let objects = LoaderList.read()
            let mappings: Fact<[Owned]> = text.flatMap { text in
                objects.map { objects in
                    MemoryMap(text).lines.map { Owned(line: $0, owner: LoaderList.owner(of: $0, in: objects)) }
                }
            }
            return (mappings, objects.map { $0.map { LoadedObject(name: $0.label, isNeeded: $0.isNeeded) } })
        }
    }
#endif
