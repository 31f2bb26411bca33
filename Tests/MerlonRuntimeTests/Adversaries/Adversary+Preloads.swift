#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    extension Adversary {
        static let preloads: [Adversary] = [
            preload("LD_PRELOAD", ""), preload("LD_PRELOAD, which is taken out of the environment", "unset"),
            preload("LD_PRELOAD that patches the global offset table", "got"),
            preload("LD_PRELOAD that hooks a function of libc", "inline"),
            preload("LD_PRELOAD that maps writable code", "rwx"), preload("LD_PRELOAD that maps code without a file", "memory-file"),
            preload("LD_PRELOAD that maps code past the loader", "own-file"), preload("LD_PRELOAD that maps over code of libc", "over"),
            Adversary(name: "LD_AUDIT") { scene in
                let victim = try scene.victim(startedBy: [], environment: ["LD_AUDIT": Attackers.build("audit.so")])
                try scene.look(.beforeStart, victim)
            },
            Adversary(name: "/etc/ld.so.preload", lack: mountLack, isForRoot: true) { scene in
                let library = try Attackers.build("preload.so")
                // A /etc of the victim's own, in a mount namespace.
                let script = """
                    mkdir -p "$0" && cp -a /etc/ld.so.cache "$0"/ && echo "$1" >"$0"/ld.so.preload && mount --bind "$0" /etc && shift && exec "$@"
                    """
                let folder = Attackers.folder.appendingPathComponent("etc").path
                let victim = try scene.victim(startedBy: ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, folder, library])
                try scene.look(.beforeStart, victim)
            },
        ]

        private static let mountLack: String? =
            (try? Executable("unshare").run(["--mount", "true"]).status) == 0 ? nil : "needs the right to make a mount namespace"

        private static func preload(_ name: String, _ attack: String) -> Adversary {
            Adversary(name: name) { scene in
                let variables = ["LD_PRELOAD": try Attackers.build("preload.so"), "ATTACK": attack]
                let victim = try scene.victim(startedBy: [], environment: variables)
                try scene.look(.beforeStart, victim)
            }
        }
    }
#endif
