#if os(Linux)
    import CMerlonProbes

    /// The loader's objects, with where their text lies.
    enum LoaderList {
        struct Object: Hashable, Codable {
            var name: String
            /// The name, scrubbed.
            var label: String
            var isNeeded: Bool
            var text: [Range<UInt64>]
        }

        static let maximumObjects = 1024

        static func read() -> Fact<[Object]> {
            let memory = UnsafeMutablePointer<merlon_linux_object>.allocate(capacity: maximumObjects)
            defer { unsafe memory.deallocate() }
            var count = 0
            var isComplete = false
            let status = unsafe merlon_linux_objects(memory, maximumObjects, &count, &isComplete)
            guard status == 0 else { return LinuxSystem.failure(status) }
            // A list that was cut would make strangers of its rest.
            guard isComplete else { return .unsupported }
            return .value(
                (0..<count).map { index in
                    let object = unsafe memory[index]
                    let starts = [object.text_starts.0, object.text_starts.1, object.text_starts.2, object.text_starts.3]
                    let ends = [object.text_ends.0, object.text_ends.1, object.text_ends.2, object.text_ends.3]
                    let text = zip(starts, ends).prefix(Int(object.text_count)).filter { $0 < $1 }.map { $0..<$1 }
                    let name = LinuxSystem.string(object.name)
                    return Object(name: name, label: ScrubbedPath.object(name), isNeeded: object.is_needed, text: text)
                })
        }

        /// The object in whose text the mapping lies as a whole.
        static func owner(of line: MemoryMap.Line, in objects: [Object]) -> String? {
            objects.first { $0.text.contains { $0.lowerBound <= line.start && line.end <= $0.upperBound } }?.label
        }
    }
#endif
