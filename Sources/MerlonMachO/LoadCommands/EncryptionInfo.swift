/// The part of the slice that FairPlay encrypts (`LC_ENCRYPTION_INFO`).
public struct EncryptionInfo: Hashable, Sendable {
    /// What is, or can be, encrypted, from the start of the slice.
    public let range: FileRange
    /// 0 when nothing is encrypted (yet).
    public let system: UInt32
}
