public import Foundation

/// A session bus and a Secret Service of the test's own, in a folder. Ends with ``stop()`` or with the test process, whatever comes first.
///
/// A process has one session bus, which its libraries find by `DBUS_SESSION_BUS_ADDRESS`: what talks to a second one is a process of its own.
public final class DesktopKeyring: @unchecked Sendable {
    /// Whose service it is.
    public enum Kind: String, Sendable {
        case gnomeKeyring = "GNOME Keyring"
        case keePassXC = "KeePassXC"

        fileprivate var programs: [String] {
            ["dbus-daemon", "dbus-send", "secret-tool"]
                + (self == .gnomeKeyring ? ["gnome-keyring-daemon"] : ["keepassxc", "keepassxc-cli"])
        }

        /// What a skipped test needs.
        public var need: String {
            let package = self == .gnomeKeyring ? "gnome-keyring" : "keepassxc"
            return "needs a session bus and \(rawValue): Scripts/setup --tests (dbus, \(package), libsecret-1-0, libsecret-tools)"
        }

        /// Whether one can be started here.
        public var isAvailable: Bool { programs.allSatisfy { Executable($0).isInstalled } }
    }

    /// The service.
    public let kind: Kind
    /// The bus: what `DBUS_SESSION_BUS_ADDRESS` has to be.
    public let address: String
    /// The folder's path.
    public var path: String { folder.path }
    private let folder: URL
    private let process = Process()
    private let lifeline = Pipe()

    /// Starts both; the keyring is unlocked.
    /// - Parameter settings: changes to KeePassXC's settings of its Secret Service, which is told to ask nobody.
    public init(_ kind: Kind = .gnomeKeyring, folder: URL, settings: [String: String] = [:]) throws {
        self.kind = kind
        self.folder = folder
        address = "unix:path=\(folder.path)/bus"
        // No folder of services: a bus that starts a keyring of its own would start a locked one.
        let configuration = """
            <busconfig><type>session</type><listen>\(address)</listen><policy context="default"><allow send_destination="*" eavesdrop="true"/>\
            <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
            """
        try Data(configuration.utf8).write(to: folder.appendingPathComponent("bus.conf"))
        if kind == .keePassXC { try KeePassXCFiles.write(to: folder, settings: settings) }
        // The shell waits for the end of its input, which is the end of this process, too, and then ends what it started.
        let script = """
            export HOME="$1" TMPDIR="$1" XDG_DATA_HOME="$1/data" XDG_RUNTIME_DIR="$1" XDG_CONFIG_HOME="$1/config" DBUS_SESSION_BUS_ADDRESS="$2"
            dbus-daemon --config-file="$1/bus.conf" --nofork --nopidfile >"$1/bus.log" 2>&1 </dev/null &
            echo $! >"$1/pids"
            for i in $(seq 100); do [ -S "$1/bus" ] && break; sleep 0.05; done
            printf 'test\\n' >"$1/password"
            \(kind == .gnomeKeyring ? Self.gnomeKeyring : KeePassXCFiles.start)
            echo $! >>"$1/pids"
            for i in $(seq 1100); do
              dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets/aliases/default \
                org.freedesktop.DBus.Properties.Get string:org.freedesktop.Secret.Collection string:Locked 2>/dev/null |
                grep -q 'boolean false' && touch "$1/ready" && break
              sleep 0.05
            done
            cat >/dev/null
            kill -KILL $(cat "$1/pids")
            """
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, "keyring", folder.path, address]
        process.standardInput = lifeline
        try process.start()
        let ready = folder.appendingPathComponent("ready").path
        for _ in 0..<6000 where !FileManager.default.fileExists(atPath: ready) { usleep(10_000) }
        guard FileManager.default.fileExists(atPath: ready) else { throw CocoaError(.executableLoad) }
    }

    private static let gnomeKeyring = """
        printf test >"$1/password"
        gnome-keyring-daemon --unlock --components=secrets --foreground <"$1/password" >"$1/keyring.log" 2>&1 &
        """

    /// Locks the default collection, as a screen lock may.
    public func lock() throws {
        switch kind {
        case .gnomeKeyring:
            try send(
                "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock",
                ["array:objpath:/org/freedesktop/secrets/aliases/default"])
        case .keePassXC: try window("lockAllDatabases")
        }
    }

    /// Opens a database of KeePassXC: the one that was locked, or another, which then is the default collection.
    public func open(_ database: String = "db") throws {
        let file = folder.appendingPathComponent("\(database).kdbx")
        if !FileManager.default.fileExists(atPath: file.path) {
            try FileManager.default.copyItem(at: folder.appendingPathComponent("empty.kdbx"), to: file)
        }
        try window("openDatabase", ["string:\(file.path)", "string:test"])
    }

    /// KeePassXC's database file, in XML.
    public func export(_ database: String = "db") throws -> String {
        let file = folder.appendingPathComponent("\(database).kdbx").path
        return try Executable("keepassxc-cli").run(["export", "-q", file], input: "test\n", environment: ["HOME": folder.path]).output
    }

    private func window(_ method: String, _ arguments: [String] = []) throws {
        try send("org.keepassxc.KeePassXC.MainWindow", "/keepassxc", "org.keepassxc.KeePassXC.MainWindow.\(method)", arguments)
    }

    private func send(_ destination: String, _ path: String, _ method: String, _ arguments: [String]) throws {
        let run = try Executable("dbus-send").run(
            ["--session", "--print-reply", "--dest=\(destination)", path, method] + arguments,
            environment: ["DBUS_SESSION_BUS_ADDRESS": address], atMost: 60)
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
