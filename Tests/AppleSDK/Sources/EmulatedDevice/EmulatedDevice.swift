import Foundation

/// The device that the stand-ins for Apple's frameworks act on, and the control panel by which tests set its state.
///
/// A model of documented behaviour, not a device: what a test shows here is that an adapter asks rightly and handles every documented answer.
/// One device is current at a time; a test makes its own and runs serially with others that do.
public final class EmulatedDevice: @unchecked Sendable {
    /// The device that the frameworks' functions act on.
    public static var current: EmulatedDevice {
        get { currentLock.withLock { _current } }
        set { currentLock.withLock { _current = newValue } }
    }
    private static let currentLock = NSLock()
    nonisolated(unsafe) private static var _current = EmulatedDevice()

    /// What the lock screen has seen since the device was switched on. Apple Platform Security, "Data Protection classes".
    public enum LockState: Sendable, CaseIterable { case bootedNeverUnlocked, locked, unlocked }

    private let lock = NSRecursiveLock()
    private var state = State()

    struct State {
        var lockState = LockState.unlocked
        var hasPasscode = true
        var biometry = EmulatedBiometry()
        var app = EmulatedApp()
        var keychain: [EmulatedItem] = []
        var nextReference = 1
        var answers: [EmulatedAnswer] = []
        var promptReasons: [String] = []
        var forcedStatus: Int32?
        var statusOfInvalidatedItem: Int32 = -25300
        var enclave: [Data: EmulatedEnclaveKey] = [:]
        var hasEnclave = true
        var errorOfRestoredHandles: NSError?
        var mainThreadCallCount = 0
        var fileKeychainCallCount = 0
        var statusOfRefusedReads: Int32?
        var files: [String: EmulatedFileAttributes] = [:]
        var suspended = false
    }

    /// A new device: unlocked, with a passcode and Face ID enrolled, one app installed, an empty keychain.
    public init() {}

    init(state: State) { self.state = state }

    /// The only way to the state: serialises all access.
    func with<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }

    // MARK: Control panel

    /// The lock state. A device that has been unlocked once goes to `locked`, never back to `bootedNeverUnlocked`, unless it restarts.
    public var lockState: LockState {
        get { with(\.lockState) }
        set { with { $0.lockState = newValue } }
    }

    /// Switches the device off and on: locked, never unlocked since.
    public func restart() { with { $0.lockState = .bootedNeverUnlocked } }

    /// Whether a passcode is set. Removing it deletes every item of the class "when passcode set" (Apple: `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly`).
    public var hasPasscode: Bool {
        get { with(\.hasPasscode) }
        set {
            with { state in
                state.hasPasscode = newValue
                if !newValue {
                    state.keychain.removeAll { $0.accessibility == EmulatedItem.whenPasscodeSet }
                    state.biometry.enrolment = nil
                }
            }
        }
    }

    /// The biometric sensor.
    public var biometry: EmulatedBiometry {
        get { with(\.biometry) }
        set { with { $0.biometry = newValue } }
    }

    /// Whether there is a Secure Enclave.
    public var hasSecureEnclave: Bool {
        get { with(\.hasEnclave) }
        set { with { $0.hasEnclave = newValue } }
    }

    /// The app whose code calls the frameworks.
    public var app: EmulatedApp {
        get { with(\.app) }
        set { with { $0.app = newValue } }
    }

    /// What the person does at the next prompts, in order. Without an entry a prompt succeeds.
    public var answers: [EmulatedAnswer] {
        get { with(\.answers) }
        set { with { $0.answers = newValue } }
    }

    /// The reasons shown by the prompts so far: how often, and with which words, the person was asked.
    public var promptReasons: [String] { with(\.promptReasons) }

    /// A status that every keychain call returns while it is set: for statuses without a state of their own, such as a failing disk.
    public var forcedStatus: Int32? {
        get { with(\.forcedStatus) }
        set { with { $0.forcedStatus = newValue } }
    }

    /// What a read of an item answers whose biometric enrolment is gone: Apple documents only that the item is lost, and both
    /// -25300 (not found) and -25293 (authentication failed) have been reported. An adapter must take either.
    public var statusOfInvalidatedItem: Int32 {
        get { with(\.statusOfInvalidatedItem) }
        set { with { $0.statusOfInvalidatedItem = newValue } }
    }

    /// What the Secure Enclave answers to every stored handle while it is set: refusals that Apple does not document.
    public var errorOfRestoredHandles: NSError? {
        get { with(\.errorOfRestoredHandles) }
        set { with { $0.errorOfRestoredHandles = newValue } }
    }

    /// What a read answers whose person is refused because biometry is locked out; `nil`: -25293. An adapter must not take -25300 for a missing item.
    public var statusOfRefusedReads: Int32? {
        get { with(\.statusOfRefusedReads) }
        set { with { $0.statusOfRefusedReads = newValue } }
    }

    /// How many calls of the keychain came from the main thread, where a prompt or a slow keychain holds the interface up until the system ends the
    /// app.
    public var mainThreadCallCount: Int { with(\.mainThreadCallCount) }

    /// How many calls did not ask for the data-protection keychain: on a Mac they go to the file keychain, which prompts. Apple: TN3137.
    public var fileKeychainCallCount: Int { with(\.fileKeychainCallCount) }

    /// How many items the keychain holds, of all apps.
    public var keychainCount: Int { with { $0.keychain.count } }

    /// The attributes of all keychain items, values included: what a person with a dumped keychain sees.
    public var keychainDump: [[String: Any]] {
        with { state in
            state.keychain.map { item in
                var all = item.attributes
                all["pdmn"] = item.accessibility
                all["v_Data"] = item.value
                return all
            }
        }
    }

    /// Deletes the app and installs it anew: its files go, its keychain items stay.
    public func reinstallApp() {
        with { state in state.files = state.files.filter { !$0.key.hasPrefix(state.app.container) } }
    }

    /// A backup of keychain and file attributes, as Finder makes it.
    /// - Parameter encrypted: with a backup password. Without one, keychain items can be restored to the same device only.
    public func backup(encrypted: Bool) -> EmulatedBackup {
        with { state in
            EmulatedBackup(
                origin: ObjectIdentifier(self), isEncrypted: encrypted,
                items: state.keychain.filter { $0.accessibility != EmulatedItem.whenPasscodeSet },
                files: state.files.filter { !$0.value.isExcludedFromBackup })
        }
    }

    /// Restores a backup: this-device-only items come back on the device that they were saved from, and nowhere else.
    public func restore(_ backup: EmulatedBackup) {
        let isSameDevice = backup.origin == ObjectIdentifier(self)
        with { state in
            state.keychain = backup.items.filter { isSameDevice || (backup.isEncrypted && !$0.isThisDeviceOnly) }
            state.files = backup.files
        }
    }
}

/// An emulated backup; what it holds is seen by restoring it.
public struct EmulatedBackup: @unchecked Sendable {
    let origin: ObjectIdentifier
    let isEncrypted: Bool
    let items: [EmulatedItem]
    let files: [String: EmulatedFileAttributes]

    /// Paths of the files that it holds.
    public var paths: [String] { files.keys.sorted() }
}

/// The app that calls.
public struct EmulatedApp: Sendable {
    /// `com.example.bank`.
    public var bundleIdentifier = "com.example.bank"
    /// Keychain access groups of its entitlements, the default one first. Empty: no entitlement, as in a test without a host app.
    public var accessGroups = ["TEAM.com.example.bank", "TEAM.shared"]
    /// The folder that its files live in.
    public var container = "/var/mobile/Containers/Data/Application/1"
    /// App groups of its entitlements, with the folders of their containers.
    public var appGroups: [String: String] = [:]
    /// Whether the calling process has no user interface to prompt in (an extension, a background launch).
    public var isWithoutInterface = false

    /// Makes it.
    public init() {}
}

/// The sensor, and who is enrolled.
public struct EmulatedBiometry: Sendable {
    /// Apple: `LABiometryType`.
    public enum Kind: Int, Sendable { case none = 0, touchID = 1, faceID = 2, opticID = 4 }
    /// What the device has.
    public var kind = Kind.faceID
    /// Identifies the set of enrolled faces or fingers; a change makes another number. `nil`: nobody is enrolled.
    public var enrolment: Int? = 1
    /// After too many failed attempts, until the passcode is entered.
    public var isLockedOut = false

    /// Makes it.
    public init() {}

    /// Whether an evaluation can begin.
    public var isUsable: Bool { kind != .none && enrolment != nil && !isLockedOut }
}

/// What the person does at a prompt.
public enum EmulatedAnswer: Sendable {
    /// The right face, finger or passcode.
    case success
    /// Wrong, until the system gave up.
    case failure
    /// Pressed Cancel.
    case cancel
    /// Pressed the fallback button.
    case fallback
    /// The system took the prompt away, as for a call.
    case systemCancel
    /// Wrong so often that biometry is now locked out.
    case lockout
}

/// File protection and backup exclusion of one path.
public struct EmulatedFileAttributes: Sendable, Equatable {
    /// Apple: `FileProtectionType` raw value.
    public var protection = "NSFileProtectionCompleteUntilFirstUserAuthentication"
    /// Apple: `URLResourceValues.isExcludedFromBackup`.
    public var isExcludedFromBackup = false

    /// Makes it.
    public init() {}
}
