#if os(Linux)
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
                let (mappings, objects) = read()
                return {
                    $0.linux?.executableMappings = mappings
                    $0.linux?.loadedObjects = objects
                }
            })

        private static let reader = MappingReader()

        private static func read() -> (Fact<[ExecutableMapping]>, Fact<[LoadedObject]>) {
            var reading = reader.read()
            guard !reading.strangers.isEmpty else { return (reading.mappings, reading.objects) }
            var lasting = reading.strangers.map(\.line)
            // A library that is being loaded or unloaded is mapped, and in no list, for a moment: what has no owner in every reading counts.
            for pause: UInt32 in [200, 200, 500, 500, 1000, 2000, 5000, 10_000, 20_000, 20_000] where !lasting.isEmpty {
                usleep(pause)
                reading = reader.read()
                let strangers = reading.strangers
                lasting = lasting.filter { line in strangers.contains { $0.line == line } }
            }
            let passing = Set(reading.strangers.filter { !lasting.contains($0.line) }.map(\.index))
            let mappings = reading.mappings.map { $0.enumerated().filter { !passing.contains($0.offset) }.map(\.element) }
            return (mappings, reading.objects)
        }
    }
#endif
