import Foundation

/// What a KeePassXC needs that keeps secrets for a test: settings, and a database whose root group it serves.
enum KeePassXCFiles {
    /// Starts it on the database `db`; the group that a database serves can be set by import alone.
    static let start = """
        printf 'test\\ntest\\n' | keepassxc-cli import -q -p "$1/db.xml" "$1/empty.kdbx" >"$1/import.log" 2>&1
        cp "$1/empty.kdbx" "$1/db.kdbx"
        QT_QPA_PLATFORM=offscreen keepassxc --pw-stdin "$1/db.kdbx" <"$1/password" >"$1/keyring.log" 2>&1 &
        """

    static func write(to folder: URL, settings: [String: String]) throws {
        var options = ["Enabled": "true", "ShowNotification": "false", "ConfirmDeleteItem": "false", "ConfirmAccessItem": "false"]
        let keepsRemoved = settings["RecycleBinEnabled"] ?? "False"
        options.merge(settings.filter { $0.key != "RecycleBinEnabled" }) { $1 }
        // KeePassXC 2.7.4 saves in the background, and crashes when an item changes meanwhile; it saves when it is locked, too.
        let lines = options.map { "\($0.key)=\($0.value)\n" }.sorted().joined()
        let text = """
            [General]
            ConfigVersion=2
            UpdateCheckMessageShown=true
            SingleInstance=false
            AutoSaveAfterEveryChange=false
            [GUI]
            CheckForUpdates=false
            [FdoSecrets]
            \(lines)
            """
        let place = folder.appendingPathComponent("config/keepassxc")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place.appendingPathComponent("keepassxc.ini"))
        let database = """
            <?xml version="1.0" encoding="utf-8"?>
            <KeePassFile><Meta><RecycleBinEnabled>\(keepsRemoved)</RecycleBinEnabled>
            <CustomData><Item><Key>FDO_SECRETS_EXPOSED_GROUP</Key><Value>{1b4e28ba-2fa1-11d2-883f-0016d3cca427}</Value></Item></CustomData></Meta>
            <Root><Group><UUID>G04oui+hEdKIPwAW08ykJw==</UUID><Name>Root</Name></Group></Root></KeePassFile>
            """
        try Data(database.utf8).write(to: folder.appendingPathComponent("db.xml"))
    }
}
