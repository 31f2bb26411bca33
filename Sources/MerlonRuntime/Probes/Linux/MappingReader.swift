#if os(Linux)
    import CMerlonProbes
    import MerlonCore

    /// Executable memory, whose it is, and the loader's list.
    ///
    /// The system is asked each time. What it says is worked out anew only when it is not, byte for byte, what it said last: the same bytes come to the
    /// same facts, and nothing that changed can be missed.
    final class MappingReader: Sendable {
        struct Reading {
            var mappings: Fact<[ExecutableMapping]>
            var objects: Fact<[LoadedObject]>
            /// Code of files that no loaded object owns, and the place of each among the mappings.
            var strangers: [(line: MemoryMap.Line, index: Int)] = []
        }

        private struct Last {
            var map: [UInt8]
            var objects: LoaderList.Recording
            var reading: Reading
        }

        private final class Kept: @unchecked Sendable {
            private let lock = Lock()
            private var last: Last?
            var value: Last? {
                get { lock.withLock { last } }
                set { lock.withLock { last = newValue } }
            }
        }

        private let kept = Kept()

        func read() -> Reading {
            // Memory first: what is loaded after that is in the list and not missed in memory.
            let map = LinuxSystem.executableMap()
            let objects = LoaderList.record()
            if let last = kept.value, let map = map.value, let objects = objects.value, LinuxSystem.areSame(map, last.map),
                objects.isSame(as: last.objects)
            {
                return last.reading
            }
            let reading = Self.reading(map, objects)
            if let map = map.value, let objects = objects.value {
                kept.value = Last(map: unsafe map.withUnsafeBytes { unsafe LinuxSystem.copy($0) }, objects: objects, reading: reading)
            }
            return reading
        }

        private static func isOdd(_ mapping: ExecutableMapping) -> Bool {
            mapping.isWritable || (mapping.backing != .kernel && (mapping.owner == nil || mapping.backing != .file))
        }

        private static func reading(_ map: Fact<[UInt8]>, _ recording: Fact<LoaderList.Recording>) -> Reading {
            let objects = recording.value?.objects ?? []
            var strangers: [(MemoryMap.Line, Int)] = []
            let mappings: Fact<[ExecutableMapping]> = map.flatMap { map in
                recording.flatMap { _ in
                    let map = MemoryMap(map)
                    let mappings = map.lines.enumerated().map { index, line in
                        let mapping = line.mapping(owner: LoaderList.owner(of: line, in: objects))
                        if mapping.owner == nil, mapping.backing == .file || mapping.backing == .deletedFile {
                            strangers.append((line, index))
                        }
                        return mapping
                    }
                    // A list that was cut and has nothing odd in it is not the same as nothing odd.
                    return map.isComplete || mappings.contains(where: isOdd) ? .value(mappings) : .unsupported
                }
            }
            let listed = recording.map { _ in objects.map { LoadedObject(name: $0.label, isNeeded: $0.isNeeded) } }
            return Reading(mappings: mappings, objects: listed, strangers: strangers)
        }
    }
#endif
