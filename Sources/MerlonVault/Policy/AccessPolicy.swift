/// When an item can be read, where it may go, and who has to be there. OWASP MASVS-STORAGE-1, MASVS-AUTH-2.
///
/// Made by ``thisDevice(_:presence:)`` or ``synchronised(_:)``, so that only combinations exist that mean something: what is synchronised is
/// neither bound to this device nor to a face, and nothing is readable "always".
public struct AccessPolicy: Hashable, Codable, Sendable {
    /// When an item of this device is readable.
    public enum Availability: String, Codable, CaseIterable, Sendable {
        /// While the device is unlocked. The choice for everything that is needed on screen only.
        case whenUnlocked
        /// From the first unlock after a start until the next shut-down. For work in the background.
        case afterFirstUnlock
        /// While unlocked, and only as long as a device passcode is set: removing the passcode destroys the item.
        case whenPasscodeSet
    }

    /// When a synchronised item is readable: it follows other devices, so it cannot depend on this one's passcode.
    public enum SynchronisedAvailability: String, Codable, CaseIterable, Sendable {
        /// While the device is unlocked.
        case whenUnlocked
        /// From the first unlock after a start until the next shut-down.
        case afterFirstUnlock
    }

    /// Who has to be there for a read.
    public enum Presence: String, Codable, CaseIterable, Sendable {
        /// Nobody.
        case none
        /// The owner, by biometry or passcode.
        case userPresence
        /// A face or finger that was enrolled when the item was written. Enrolling another destroys access.
        case biometryOfCurrentSet
        /// A face or finger that is enrolled now: whoever knows the passcode can enrol one.
        case anyBiometry
        /// The owner, by device passcode.
        case devicePasscode
        /// A password that the app asks for and the store mixes into the item's key.
        case applicationPassword
    }

    /// When the item is readable.
    public let availability: Availability
    /// Whether it goes to the person's other devices and into backups that other devices can read.
    public let isSynchronised: Bool
    /// Who has to be there.
    public let presence: Presence

    private init(_ availability: Availability, isSynchronised: Bool, presence: Presence) {
        self.availability = availability
        self.isSynchronised = isSynchronised
        self.presence = presence
    }

    /// Stays on this device: in no synchronisation, and in no backup that another device can restore.
    public static func thisDevice(_ availability: Availability = .whenUnlocked, presence: Presence = .none) -> AccessPolicy {
        AccessPolicy(availability, isSynchronised: false, presence: presence)
    }

    /// Goes to the person's other devices, end-to-end encrypted where the store offers it.
    public static func synchronised(_ availability: SynchronisedAvailability = .whenUnlocked) -> AccessPolicy {
        AccessPolicy(availability == .whenUnlocked ? .whenUnlocked : .afterFirstUnlock, isSynchronised: true, presence: .none)
    }

    private enum Members: String, CodingKey { case availability, synchronised, presence }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Members.self)
        availability = try members.decode(Availability.self, forKey: .availability)
        isSynchronised = try members.decode(Bool.self, forKey: .synchronised)
        presence = try members.decode(Presence.self, forKey: .presence)
        if isSynchronised, presence != .none || availability == .whenPasscodeSet {
            throw DecodingError.dataCorruptedError(
                forKey: .synchronised, in: members,
                debugDescription: "a synchronised item cannot depend on this device's passcode or biometry")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Members.self)
        try members.encode(availability, forKey: .availability)
        try members.encode(isSynchronised, forKey: .synchronised)
        try members.encode(presence, forKey: .presence)
    }
}
