/// What a private key really is: where it lives, who can take it out, who has to be there. Facts of the key that was made or found, never what
/// was wished for.
public struct KeyAttributes: Hashable, Sendable {
    /// Where the key lives.
    public enum Residence: String, Hashable, Codable, Sendable {
        /// This process's memory.
        case software
        /// Apple's Secure Enclave.
        case secureEnclave
        /// A Trusted Platform Module 2.0. Whether it is a chip, firmware or an emulator, ``KeyAttributes/device`` may tell.
        case tpm
        /// A PKCS #11 token: a card, a module in a server, or software that says it is one; see ``KeyAttributes/device``.
        case pkcs11Token
    }

    /// How far key material comes out of where it lives.
    public enum Exposure: String, Hashable, Codable, Sendable {
        /// The operation is done inside, and the material cannot be read.
        case neverLeaves
        /// At rest only the hardware can release it; while it is used it stands in this process's memory (a secret sealed by a TPM).
        case releasedForUse
        /// Whoever has the key object can read the material.
        case extractable
    }

    /// What has to be shown for each use.
    public enum Authorization: String, Hashable, Codable, Sendable {
        /// Nothing: every program that may ask the hardware can use the key.
        case none
        /// A PIN, password or authorization value that the program supplies.
        case secretValue
        /// The owner, by biometry or passcode.
        case userPresence
        /// A face or finger that is enrolled now.
        case anyBiometry
        /// A face or finger that was enrolled when the key was made.
        case biometryOfCurrentSet
        /// The owner, by device passcode.
        case devicePasscode
        /// A condition that cannot be read back from a key that was made earlier: the access control of an imported enclave key.
        case unknown
    }

    /// Where the key lives.
    public var residence: Residence
    /// How far its material comes out.
    public var exposure: Exposure
    /// What each use needs.
    public var authorization: Authorization
    /// Whether the key is still there when the process has ended.
    public var isPersistent: Bool
    /// Whether use also needs the machine's measured start (PCR values) to be the one the key was bound to.
    public var isBoundToMeasuredBoot: Bool
    /// What the device says of itself, where there is one that does.
    public var device: KeyDevice?

    /// Makes it.
    public init(
        residence: Residence, exposure: Exposure, authorization: Authorization = .none, isPersistent: Bool,
        isBoundToMeasuredBoot: Bool = false, device: KeyDevice? = nil
    ) {
        self.residence = residence
        self.exposure = exposure
        self.authorization = authorization
        self.isPersistent = isPersistent
        self.isBoundToMeasuredBoot = isBoundToMeasuredBoot
        self.device = device
    }

    /// Whether it lives in something other than this process.
    public var isHardwareHeld: Bool { residence != .software }

    /// A key of this process.
    public static let software = KeyAttributes(residence: .software, exposure: .extractable, isPersistent: false)
}

/// What a device that holds keys says of itself. It is a statement, not a proof: an emulator can say the same.
public struct KeyDevice: Hashable, Codable, Sendable {
    /// Who made it, such as `STM` or `SoftHSM project`.
    public var manufacturer: String
    /// The model, where it has one.
    public var model: String?
    /// The version of its firmware.
    public var firmware: String?
    /// The name that its owner gave it.
    public var label: String?
    /// The serial number.
    public var serialNumber: String?

    /// Makes it.
    public init(
        manufacturer: String, model: String? = nil, firmware: String? = nil, label: String? = nil, serialNumber: String? = nil
    ) {
        self.manufacturer = manufacturer
        self.model = model
        self.firmware = firmware
        self.label = label
        self.serialNumber = serialNumber
    }
}
