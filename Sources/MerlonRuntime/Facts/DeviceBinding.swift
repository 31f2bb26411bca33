/// Whether the app's data is on the device that it came to be on. Two halves are kept: one in the keychain, which stays on this device, one beside
/// the app's data, which backups carry to another.
public enum DeviceBinding: String, Hashable, Codable, CaseIterable, Sendable {
    /// Neither half is there: the first start.
    case first
    /// Both are, and are the same.
    case same
    /// The data's half is not: the app was installed anew, on the same device.
    case reinstalled
    /// The keychain's half is not, or is another: the data came from another device, by a backup or a copy.
    case moved

    /// What two halves come to.
    public init(data: [UInt8]?, device: [UInt8]?) {
        switch (data, device) {
        case (nil, nil): self = .first
        case (nil, .some): self = .reinstalled
        case (.some(let data), .some(let device)) where data == device: self = .same
        case (.some, _): self = .moved
        }
    }
}
