public import Foundation

/// A session bus and a GNOME Keyring of the test's own, in a folder. Ends with ``stop()`` or with the test process, whatever comes first.
///
/// A process has one session bus, which its libraries find by `DBUS_SESSION_BUS_ADDRESS`: only one test may use this, or others after it.
public final class DesktopKeyring: @unchecked Sendable {
    /// What a skipped test needs.
    public static let need =
        "needs a session bus and GNOME Keyring: Scripts/setup --tests (dbus, gnome-keyring, libsecret-1-0, libsecret-tools)"

    /// Whether one can be started here.
    public static let isAvailable = ["dbus-daemon", "dbus-send", "gnome-keyring-daemon", "secret-tool"].allSatisfy {
        Executable($0).isInstalled
    }

    /// The bus: what `DBUS_SESSION_BUS_ADDRESS` has to be.
    public let address: String
    private let folder: URL
    private let process = Process()
    private let lifeline = Pipe()

    /// Starts both; the keyring is unlocked.
    public init(folder: URL) throws {
        self.folder = folder
        address = "unix:path=\(folder.path)/bus"
        // No folder of services: a bus that starts a keyring of its own would start a locked one.
        let configuration = """
            <busconfig><type>session</type><listen>\(address)</listen><policy context="default"><allow send_destination="*" eavesdrop="true"/>\
            <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
            """
        try Data(configuration.utf8).write(to: folder.appendingPathComponent("bus.conf"))
        // The shell waits for the end of its input, which is the end of this process, too, and then ends what it started.
        let script = """
            export HOME="$1" XDG_DATA_HOME="$1/data" XDG_RUNTIME_DIR="$1" XDG_CONFIG_HOME="$1/config" DBUS_SESSION_BUS_ADDRESS="$2"
            dbus-daemon --config-file="$1/bus.conf" --nofork --nopidfile >"$1/bus.log" 2>&1 </dev/null &
            echo $! >"$1/pids"
            for i in $(seq 100); do [ -S "$1/bus" ] && break; sleep 0.05; done
            printf test >"$1/password"
            gnome-keyring-daemon --unlock --components=secrets --foreground <"$1/password" >"$1/keyring.log" 2>&1 &
            echo $! >>"$1/pids"
            for i in $(seq 100); do
              dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
                org.freedesktop.DBus.Peer.Ping >/dev/null 2>&1 && break
              sleep 0.05
            done
            touch "$1/ready"
            cat >/dev/null
            kill -KILL $(cat "$1/pids")
            """
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, "keyring", folder.path, address]
        process.standardInput = lifeline
        try process.start()
        let ready = folder.appendingPathComponent("ready").path
        for _ in 0..<1200 where !FileManager.default.fileExists(atPath: ready) { usleep(10_000) }
        guard FileManager.default.fileExists(atPath: ready) else { throw CocoaError(.executableLoad) }
    }

    /// Locks the default collection, as a screen lock may.
    public func lock() throws {
        let run = try Executable("dbus-send").run(
            [
                "--session", "--print-reply", "--dest=org.freedesktop.secrets", "/org/freedesktop/secrets",
                "org.freedesktop.Secret.Service.Lock",
                "array:objpath:/org/freedesktop/secrets/aliases/default",
            ], environment: ["DBUS_SESSION_BUS_ADDRESS": address])
        guard run.status == 0 else { throw CocoaError(.executableLoad, userInfo: ["output": run.errors]) }
    }

    /// Ends both.
    public func stop() {
        let pids = (try? String(contentsOf: folder.appendingPathComponent("pids"), encoding: .utf8))?.split(separator: "\n") ?? []
        if process.isRunning { for pid in pids.compactMap({ Int32($0) }) { kill(pid, SIGKILL) } }
        try? lifeline.fileHandleForWriting.close()
        process.end()
    }

    deinit { stop() }
}
