#if os(Linux)
    import CMerlonProbes

    /// The loader's objects, with where their text lies.
    enum LoaderList {
        struct Segment {
            var start: UInt64
            var end: UInt64
        }

        struct Object {
            /// Its name, scrubbed.
            var label: String
            var isNeeded: Bool
            var text: [Segment]
        }

        /// The list as the probe wrote it down.
        struct Recording {
            private let bytes: [UInt8]
            fileprivate init(_ memory: UnsafeMutablePointer<merlon_linux_object>, count: Int) {
                bytes = unsafe LinuxSystem.copy(
                    UnsafeRawBufferPointer(start: memory, count: count * MemoryLayout<merlon_linux_object>.stride))
            }

            func isSame(as other: Recording) -> Bool { LinuxSystem.areSame(bytes, other.bytes) }

            var objects: [Object] {
                unsafe bytes.withUnsafeBytes { bytes in
                    stride(from: 0, to: bytes.count, by: MemoryLayout<merlon_linux_object>.stride).map {
                        LoaderList.object(unsafe bytes.loadUnaligned(fromByteOffset: $0, as: merlon_linux_object.self))
                    }
                }
            }
        }

        static let maximumObjects = 1024
        /// Hardly any program has more; memory for the limit would be taken from the system with each sweep.
        private static let usualObjects = 64

        static func record() -> Fact<Recording> {
            let usual = record(atMost: usualObjects)
            guard case .unsupported = usual else { return usual }
            return record(atMost: maximumObjects)
        }

        private static func record(atMost limit: Int) -> Fact<Recording> {
            let memory = UnsafeMutablePointer<merlon_linux_object>.allocate(capacity: limit)
            defer { unsafe memory.deallocate() }
            var count = 0
            var isComplete = false
            let status = unsafe merlon_linux_objects(memory, limit, &count, &isComplete)
            guard status == 0 else { return LinuxSystem.failure(status) }
            // A list that was cut would make strangers of its rest.
            return isComplete ? .value(unsafe Recording(memory, count: count)) : .unsupported
        }

        private static func object(_ object: merlon_linux_object) -> Object {
            let (starts, ends) = (object.text_starts, object.text_ends)
            var text: [Segment] = []
            for (index, segment) in [(starts.0, ends.0), (starts.1, ends.1), (starts.2, ends.2), (starts.3, ends.3)].enumerated()
            where index < object.text_count && segment.0 < segment.1 { text.append(Segment(start: segment.0, end: segment.1)) }
            return Object(label: ScrubbedPath.object(LinuxSystem.string(object.name)), isNeeded: object.is_needed, text: text)
        }

        /// The object in whose text the mapping lies as a whole.
        static func owner(of line: MemoryMap.Line, in objects: [Object]) -> String? {
            objects.first { $0.text.contains { $0.start <= line.start && line.end <= $0.end } }?.label
        }
    }
#endif
