/// What the probes for iOS and macOS record. Fields are added, never given another meaning.
///
/// Scrubbed: of files outside of the system's folders the last component alone, no address of memory, no name of a host, network or person.
public struct AppleFacts: Hashable, Codable, Sendable {
    // Where.

    /// What the system says of itself, and for what the code was built.
    @Recorded public var host: Fact<AppleHost>

    // Debuggers.

    /// Whether the kernel says that the process is traced (`P_TRACED`).
    @Recorded public var isTraced: Fact<Bool>
    /// The same, by a system call of the probe's own.
    @Recorded public var isTracedBySystemCall: Fact<Bool>
    /// Whether the kernel has the flag `P_SELECT` for the process.
    @Recorded public var isSelecting: Fact<Bool>
    /// The flags of the process's code signature (`csops`, `CS_OPS_STATUS`).
    @Recorded public var signingFlags: Fact<UInt32>
    /// The parent's process id; 1 is launchd.
    @Recorded public var parent: Fact<Int32>
    /// Live ports for exceptions.
    @Recorded public var exceptionPorts: Fact<[ExceptionPort]>
    /// Trap instructions in the code of the app's own images.
    @Recorded public var traps: Fact<TrapScan>
    /// Hardware breakpoints and watchpoints.
    @Recorded public var debugState: Fact<DebugState>

    // The system.

    /// Answers about paths that only a changed system has.
    @Recorded public var paths: Fact<PathAnswers>
    /// Mounted file systems, at most 64.
    @Recorded public var mounts: Fact<[Mount]>
    /// Folders of the system in which a file could be made; it was taken away again.
    @Recorded public var writableFolders: Fact<[String]>
    /// Classes of tools that hide a jailbreak.
    @Recorded public var hidingClasses: Fact<[String]>
    /// URL schemes of apps that only a changed system has.
    @Recorded public var schemes: Fact<[SchemeAnswer]>

    // Code in the process.

    /// Images, at most 2,048.
    @Recorded public var images: Fact<[LoadedImage]>
    /// Executable memory that lies in no image, or can be written as well, at most 256.
    @Recorded public var executableRegions: Fact<[ExecutableMapping]>
    /// Variables for the loader, and of hooking tools, that the process was started with.
    @Recorded public var loaderVariables: Fact<[LoaderVariable]>

    // Tools.

    /// Ports that tools listen on.
    @Recorded public var ports: Fact<[ListeningPort]>

    // Identity.

    /// Who the program says that it is.
    @Recorded public var identity: Fact<CodeIdentity>
    /// The provisioning profile in the bundle.
    @Recorded public var profile: Fact<EmbeddedProfile>
    /// The App Store's receipt.
    @Recorded public var receipt: Fact<StoreReceipt>

    // The device, and what surrounds it.

    /// Proxies that the system's settings switch on.
    @Recorded public var proxies: Fact<ProxySettings>
    /// Interfaces through which traffic is routed that lead into a tunnel: `utun3`, `ipsec0`.
    @Recorded public var tunnels: Fact<[String]>
    /// Whether the device has a passcode, or the Mac's user a password.
    @Recorded public var hasPasscode: Fact<Bool>
    /// Whether there is a Secure Enclave that apps can use.
    @Recorded public var hasSecureEnclave: Fact<Bool>
    /// Whether Lockdown Mode is on.
    @Recorded public var isInLockdownMode: Fact<Bool>
    /// Who else may see the screen.
    @Recorded public var screen: Fact<ScreenState>
    /// How the clock stands.
    @Recorded public var clock: Fact<ClockReading>
    /// Whether the data is on the device that it came to be on.
    @Recorded public var deviceBinding: Fact<DeviceBinding>

    // Hooks.

    /// Pointers that the dynamic linker bound to imported symbols, against what they should be.
    @Recorded public var boundPointers: Fact<HookFindings>
    /// How functions of the program, and those that it imports, begin.
    @Recorded public var functionStarts: Fact<HookFindings>
    /// Objective-C methods of the program's classes, and of some of the system's.
    @Recorded public var methods: Fact<HookFindings>
    /// Entries of Swift's tables: of classes, and of conformances to protocols.
    @Recorded public var swiftTables: Fact<HookFindings>

    // Integrity.

    /// The program's images against the manifest that the app gave.
    @Recorded public var manifest: Fact<IntegrityFindings>
    /// Pages of code against the code signature.
    @Recorded public var signedPages: Fact<IntegrityFindings>

    /// Makes facts of which none was asked.
    public init() {}
}
