/// A path that is looked for on devices, and what it means when it is there.
struct PathRule: Sendable, Hashable {
    enum Meaning: Sendable, Hashable {
        /// Only a jailbreak or a tool for it puts it there.
        case jailbreak
        /// Other things put it there as well.
        case ordinary
        /// A folder of the system: it is there, or not; as a symbolic link it was moved to make room.
        case folder
    }

    /// Circumstances in which the path is there without meaning.
    enum Context: Sendable, Hashable {
        /// A device of several people (Shared iPad).
        case sharedDevice
    }

    /// One whose last part ends in `*` stands for every name that begins so.
    let path: String
    let meaning: Meaning
    let benign: Set<Context>

    init(_ path: String, _ meaning: Meaning, benign: Set<Context> = []) {
        self.path = path
        self.meaning = meaning
        self.benign = benign
    }

    /// The folder and the beginning of the names that the rule is for; `nil` when it is for one path.
    var pattern: (folder: String, start: String)? {
        guard path.last == "*", let slash = path.lastIndex(of: "/") else { return nil }
        return (String(path[..<slash]), String(path[path.index(after: slash)...].dropLast()))
    }

    func applies(on host: AppleHost?) -> Bool { !(benign.contains(.sharedDevice) && host?.isShared == true) }

    static let byPath: [String: PathRule] = Dictionary(all.map { ($0.path, $0) }) { first, _ in first }
    static let all: [PathRule] =
        jailbreak.map { PathRule($0, .jailbreak) } + ordinary.map { PathRule($0, .ordinary) } + folders.map { PathRule($0, .folder) }
        + [PathRule("/private/var/Users", .ordinary, benign: [.sharedDevice])]

    private static let jailbreak = [
        // Rootless: palera1n, Dopamine, XinaA15; and what they start from.
        "/var/jb", "/var/jb/.installed_dopamine", "/var/jb/.procursus_strapped", "/var/jb/usr/lib/libellekit.dylib", "/var/jb/usr/bin/dpkg",
        "/var/jb/usr/bin/su", "/var/jb/Applications/Sileo.app", "/var/jb/Applications/Zebra.app", "/var/jb/basebin", "/var/Liy",
        "/cores/binpack", "/cores/binpack/Applications/palera1nLoader.app", "/cores/jbloader", "/cores/jbinit.log",
        // RootHide, whose root has a random name.
        "/private/var/.jbroot-*", "/private/var/containers/Bundle/Application/.jbroot-*",
        "/usr/lib/systemhook.dylib", "/.procursus_strapped", "/.palecursus_strapped",
        // unc0ver, Electra, Chimera, Odyssey, Taurine, checkra1n.
        "/.installed_unc0ver", "/.bootstrapped_electra", "/.cydia_no_stash", "/.mount_rw", "/jb/lzma", "/jb/offsets.plist",
        "/jb/jailbreakd.plist", "/jb/amfid_payload.dylib", "/jb/libjailbreak.dylib", "/electra", "/chimera", "/odyssey", "/taurine",
        "/var/binpack", "/var/binpack/Applications/loader.app", "/private/var/checkra1n.dmg", "/usr/lib/libjailbreak.dylib",
        "/usr/share/jailbreak/injectme.plist", "/etc/apt/undecimus/undecimus.list", "/var/lib/undecimus/apt",
        "/etc/apt/sources.list.d/electra.list", "/etc/apt/sources.list.d/sileo.sources", "/private/var/containers/Bundle/iosbinpack64",
        "/private/var/containers/Bundle/tweaksupport", "/private/var/stash",
        // Package managers.
        "/Applications/Cydia.app", "/Applications/Sileo.app", "/Applications/Zebra.app", "/Applications/Installer.app", "/var/lib/cydia",
        "/private/var/lib/cydia", "/private/var/tmp/cydia.log", "/usr/libexec/cydia/firmware.sh", "/etc/apt", "/private/var/lib/apt",
        "/private/var/cache/apt", "/var/log/apt", "/var/lib/dpkg/info/mobilesubstrate.md5sums", "/usr/bin/dpkg",
        "/System/Library/LaunchDaemons/com.saurik.Cydia.Startup.plist",
        // Apps of old days.
        "/Applications/Icy.app", "/Applications/MxTube.app", "/Applications/RockApp.app", "/Applications/blackra1n.app",
        "/Applications/SBSettings.app", "/Applications/FakeCarrier.app", "/Applications/WinterBoard.app", "/Applications/IntelliScreen.app",
        "/Applications/FlyJB.app", "/System/Library/LaunchDaemons/com.ikey.bbot.plist", "/private/var/mobile/Library/SBSettings/Themes",
        // Code that puts tweaks into apps.
        "/Library/MobileSubstrate/MobileSubstrate.dylib", "/Library/MobileSubstrate/CydiaSubstrate.dylib",
        "/Library/MobileSubstrate/DynamicLibraries/LiveClock.plist", "/Library/MobileSubstrate/DynamicLibraries/Veency.plist",
        "/Library/Frameworks/CydiaSubstrate.framework", "/usr/lib/libhooker.dylib", "/usr/lib/libsubstitute.dylib", "/usr/lib/substrate",
        "/usr/lib/TweakInject", "/usr/lib/TweakInject.dylib", "/usr/lib/ellekit", "/usr/lib/libellekit.dylib",
        // Tools that hide a jailbreak.
        "/usr/lib/ABDYLD.dylib", "/usr/lib/ABSubLoader.dylib", "/var/mobile/Library/Preferences/ABPattern", "/Library/BawAppie/ABypass",
        "/Library/PreferenceBundles/LibertyPref.bundle", "/Library/PreferenceBundles/ShadowPreferences.bundle",
        "/Library/PreferenceBundles/ABypassPrefs.bundle", "/Library/PreferenceBundles/FlyJBPrefs.bundle",
        "/Library/PreferenceBundles/Cephei.bundle", "/Library/PreferenceBundles/SubstitutePrefs.bundle",
        "/Library/PreferenceBundles/libhbangprefs.bundle", "/Library/MobileSubstrate/DynamicLibraries/Shadow.dylib",
        // Tools for reverse engineering.
        "/usr/sbin/frida-server", "/var/jb/usr/sbin/frida-server", "/usr/lib/frida", "/usr/bin/cycript", "/usr/local/bin/cycript",
        "/usr/lib/libcycript.dylib", "/Applications/Snoop-itConfig.app",
    ]
    private static let ordinary = [
        "/bin/bash", "/bin/sh", "/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/sshd", "/usr/libexec/ssh-keysign", "/usr/libexec/sftp-server",
        "/etc/ssh/sshd_config",
    ]
    private static let folders = [
        "/Applications", "/Library/Ringtones", "/Library/Wallpaper", "/usr/arm-apple-darwin9", "/usr/include", "/usr/libexec", "/usr/share",
    ]
}
