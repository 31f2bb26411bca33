/// When the content of a file can be read. Apple Platform Security, "Data Protection classes"; OWASP MASTG-TEST-0299.
public enum FileProtection: String, Codable, CaseIterable, Sendable {
    /// Only while the device is unlocked.
    case complete
    /// A file that was opened while unlocked stays open; new files can be written while locked.
    case completeUnlessOpen
    /// From the first unlock after a start: what iOS gives a file that asks for nothing.
    case completeUntilFirstUserAuthentication
    /// Always: the key is protected by the device alone.
    case none
}
