/// What an Apple system says of itself, and for what the code was built. The two can contradict each other: a hook that says "Mac" on an iPhone
/// would otherwise switch off every check that does not apply to Macs.
public struct AppleHost: Hashable, Codable, Sendable {
    /// For what the code was built, which nobody can change at run time.
    public enum Build: String, Codable, CaseIterable, Sendable { case device, simulator, catalyst, mac }

    /// For what the code was built.
    public var build: Build
    /// Whether `ProcessInfo.isiOSAppOnMac` says so.
    public var saysAppOnMac: Bool
    /// The kernel's name of the model (`hw.machine`): `iPhone15,2`, `iPad13,1`, on Macs and in the simulator `arm64` or `x86_64`.
    public var machine: String
    /// The kernel's name of the system's build (`kern.osversion`), such as `21E219`.
    public var systemBuild: String
    /// Names of the variables that the simulator sets (`SIMULATOR_…`), at most 16.
    public var simulatorVariables: [String]
    /// Whether the app's container is a person's of several on this device (Shared iPad).
    public var isShared: Bool

    /// Makes a reading.
    public init(
        build: Build, saysAppOnMac: Bool = false, machine: String, systemBuild: String, simulatorVariables: [String] = [],
        isShared: Bool = false
    ) {
        self.build = build
        self.saysAppOnMac = saysAppOnMac
        self.machine = machine
        self.systemBuild = systemBuild
        self.simulatorVariables = simulatorVariables
        self.isShared = isShared
    }

    /// Where the code runs, as far as what was read agrees.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        case device, simulator, catalyst, mac
        /// An app for iPhone or iPad on a Mac with Apple silicon.
        case appOnMac = "app-on-mac"
    }

    /// Where the code runs. What the code was built for comes first; that an app for iPhone runs on a Mac is believed only when the kernel names
    /// no iPhone, iPad or iPod as the model.
    public var kind: Kind {
        switch build {
        case .simulator: .simulator
        case .catalyst: .catalyst
        case .mac: .mac
        case .device: saysAppOnMac && !isModelOfDevice ? .appOnMac : .device
        }
    }

    /// What contradicts each other, in words.
    public var contradictions: [String] {
        guard build == .device else { return [] }
        var found: [String] = []
        if saysAppOnMac, isModelOfDevice { found.append("the process is said to run on a Mac, and the model is \(machine)") }
        if !simulatorVariables.isEmpty { found.append("built for devices, with \(simulatorVariables.joined(separator: ", "))") }
        return found
    }

    private var isModelOfDevice: Bool {
        ["iPhone", "iPad", "iPod", "AppleTV", "Watch", "RealityDevice"].contains { machine.hasPrefix($0) }
    }

    /// Whether the build is one of Apple's test releases, whose numbers go from 5000 with a letter at the end (`23A5276f`).
    public var isBetaBuild: Bool {
        let afterTrain = systemBuild.drop { $0.isNumber }.drop { $0.isUppercase }
        let number = afterTrain.prefix { $0.isNumber }
        return number.count == 4 && number.first == "5" && afterTrain.dropFirst(4).first?.isLowercase == true
    }
}
