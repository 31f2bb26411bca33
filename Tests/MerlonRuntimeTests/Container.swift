#if os(Linux)
    import Foundation
    import TestSupport

    /// A container without an engine: namespaces of its own for mounts, processes, network and names, an overlay as root, a new /proc, nothing that
    /// starts services.
    struct Container {
        /// Why there can be none here.
        static let lack: String? = {
            guard Attackers.isRoot, Executable("unshare").isInstalled else { return "needs root and unshare" }
            guard let container = try? Container() else { return "needs a temporary folder" }
            defer { container.remove() }
            let run = try? Executable(at: container.command[0]).run(Array(container.command.dropFirst()) + ["/bin/true"])
            return run?.status == 0 ? nil : "needs the right to make namespaces and mounts"
        }()

        private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-container-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

        /// What a command in the container begins with.
        var command: [String] {
            // The overlay needs another file system above than its own below it, and so do other mounts of the machine's.
            let script = """
                mount -t tmpfs tmpfs "$0" && mkdir "$0"/upper "$0"/work "$0"/top &&
                mount -t overlay -o lowerdir=/,upperdir="$0"/upper,workdir="$0"/work overlay "$0"/top &&
                mount -t proc proc "$0"/top/proc && mount --bind /dev "$0"/top/dev && mkdir -p "$0"/top/run &&
                touch "$0"/top/run/.containerenv && rm -rf "$0"/top/run/systemd && exec chroot "$0"/top "$@"
                """
            return ["/usr/bin/unshare", "--mount", "--pid", "--fork", "--uts", "--ipc", "--net", "/bin/sh", "-c", script, folder.path]
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }
#endif
