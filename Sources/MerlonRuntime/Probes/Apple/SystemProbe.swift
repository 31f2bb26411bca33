#if canImport(Darwin)
    import CMerlonProbes
    import Darwin
    import Foundation
    import MerlonCore

    /// The system's files, mounts and folders, and classes of tools that hide.
    enum SystemProbe {
        private static let maximumMounts = 64

        static let all: [Probe] = [paths, mounts, writableFolders, hidingClasses]

        private static let paths = Probe.apple("apple-paths", tier: .costly, deadline: .seconds(1), \.paths) {
            .value(
                PathQuestions.ask(list: { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }) { path in
                    var answer = merlon_darwin_path()
                    unsafe merlon_darwin_path(path, &answer)
                    return PathAnswer(
                        path: path, library: answer.library, systemCall: answer.has_system_call ? .value(answer.system_call) : .unsupported,
                        opening: answer.has_system_call ? .value(answer.opening) : .unsupported, isLink: answer.is_link)
                })
        }

        private static let mounts = Probe.apple("apple-mounts", tier: .costly, \.mounts) {
            let entries = UnsafeMutablePointer<statfs>.allocate(capacity: maximumMounts)
            defer { unsafe entries.deallocate() }
            let count = unsafe getfsstat(entries, Int32(maximumMounts * MemoryLayout<statfs>.stride), MNT_NOWAIT)
            guard count >= 0 else { return .denied(errno) }
            return .value(
                (0..<min(Int(count), maximumMounts)).map { index in
                    let entry = unsafe entries[index]
                    return Mount(
                        place: ScrubbedPath.mount(AppleSystem.string(entry.f_mntonname)), kind: AppleSystem.string(entry.f_fstypename),
                        isWritable: entry.f_flags & UInt32(MNT_RDONLY) == 0,
                        isSnapshot: AppleSystem.string(entry.f_mntfromname).hasPrefix("com.apple.os.update-"))
                })
        }

        /// Only on devices: elsewhere such folders are the person's, and nothing is written into them.
        private static let writableFolders = Probe.apple("apple-writable-folders", tier: .costly, \.writableFolders) {
            #if os(macOS) || targetEnvironment(simulator) || targetEnvironment(macCatalyst)
                .unsupported
            #else
                .value(
                    ["/", "/private", "/root", "/private/var", "/jb"].filter { folder in
                        let name = "merlon-" + UUID().uuidString
                        return unsafe merlon_darwin_try_file(folder == "/" ? "/" + name : folder + "/" + name) == 0
                    })
            #endif
        }

        private static let hidingClasses = Probe.apple("apple-hiding-classes", tier: .costly, \.hidingClasses) {
            let bundle = Bundle.main.bundlePath
            return .value(HidingClassDetector.classes.filter { unsafe merlon_darwin_foreign_class($0, bundle) })
        }
    }
#endif
