import MerlonCore

/// What a record says of itself apart from its value: sealed, and readable without the value.
struct RecordHead: Equatable, Sendable {
    /// The name that the record's id is a hash of: an item's, or a namespace's label.
    var name: String
    /// The policy that an item is kept under.
    var policy: AccessPolicy
    /// How the application password is stretched, for an item that has one.
    var password: PasswordStretching?

    /// How many bytes ``encode(into:)`` writes.
    var encodedByteCount: Int { 1 + (password == nil ? 0 : PasswordStretching.byteCount) + name.utf8.count }

    /// Writes the bytes that are sealed: policy (1 byte), how the password is stretched where there is one, name.
    func encode(into writer: inout ByteWriter) {
        writer.append(policy.byte)
        if let password { writer.append(password.encoded) }
        var name = name
        name.withUTF8 { unsafe writer.append(UnsafeRawBufferPointer($0)) }
    }

    init(name: String, policy: AccessPolicy, password: PasswordStretching? = nil) {
        self.name = name
        self.policy = policy
        self.password = password
    }

    /// Reads what ``encode(into:)`` wrote.
    init?(_ bytes: [UInt8]) {
        guard let first = bytes.first, let policy = AccessPolicy(byte: first) else { return nil }
        var rest = bytes.dropFirst()
        if policy.presence == .applicationPassword {
            guard let password = PasswordStretching(rest.prefix(PasswordStretching.byteCount)) else { return nil }
            self.password = password
            rest = rest.dropFirst(PasswordStretching.byteCount)
        }
        guard let name = String(strictUTF8: rest) else { return nil }
        (self.name, self.policy) = (name, policy)
    }
}

extension AccessPolicy {
    /// One byte: availability in bits 0 and 1, synchronised in bit 2, presence in bits 3 to 5.
    fileprivate var byte: UInt8 {
        let availability: UInt8 =
            switch availability {
            case .whenUnlocked: 0
            case .afterFirstUnlock: 1
            case .whenPasscodeSet: 2
            }
        let presence: UInt8 =
            switch presence {
            case .none: 0
            case .userPresence: 1
            case .biometryOfCurrentSet: 2
            case .anyBiometry: 3
            case .devicePasscode: 4
            case .applicationPassword: 5
            }
        return availability | (isSynchronised ? 4 : 0) | presence << 3
    }

    fileprivate init?(byte: UInt8) {
        let (availability, presence) = (Int(byte & 3), Int(byte >> 3))
        guard availability < Availability.allCases.count, presence < Presence.allCases.count else { return nil }
        if byte & 4 == 0 {
            self = .thisDevice(Availability.allCases[availability], presence: Presence.allCases[presence])
        } else {
            guard presence == 0, availability < SynchronisedAvailability.allCases.count else { return nil }
            self = .synchronised(SynchronisedAvailability.allCases[availability])
        }
    }
}
