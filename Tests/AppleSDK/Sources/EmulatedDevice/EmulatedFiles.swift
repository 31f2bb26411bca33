public import Foundation

/// Files of the emulated device: protection classes against the lock state, and what backups carry.
///
/// Foundation's own attribute calls do nothing on Linux, so adapters reach this through a protocol of their own.
extension EmulatedDevice {
    /// Creates or replaces a file. A replacement is another file: its attributes are the defaults again.
    public func replaceFile(at path: String) { with { $0.files[path] = EmulatedFileAttributes() } }

    /// Removes a file.
    public func removeFile(at path: String) { with { _ = $0.files.removeValue(forKey: path) } }

    /// The attributes of a file; `nil` when there is none.
    public func attributes(ofFileAt path: String) -> EmulatedFileAttributes? { with { $0.files[path] } }

    /// Sets attributes; false when there is no such file.
    public func setAttributes(ofFileAt path: String, _ change: (inout EmulatedFileAttributes) -> Void) -> Bool {
        with { state in
            guard var attributes = state.files[path] else { return false }
            change(&attributes)
            state.files[path] = attributes
            return true
        }
    }

    /// Whether a file's content can be read now.
    /// - Parameter wasOpen: it was opened while the device was unlocked, and still is.
    public func canRead(fileAt path: String, wasOpen: Bool = false) -> Bool {
        with { state in
            guard let attributes = state.files[path] else { return false }
            return switch attributes.protection {
            case "NSFileProtectionComplete": state.lockState == .unlocked
            case "NSFileProtectionCompleteUnlessOpen": state.lockState == .unlocked || wasOpen
            case "NSFileProtectionCompleteUntilFirstUserAuthentication": state.lockState != .bootedNeverUnlocked
            default: true
            }
        }
    }
}
