/// What the probes for Linux record. Fields are added, never given another meaning.
///
/// Scrubbed: files are named by ``ScrubbedPath``'s rule, and no address of memory is kept, since a log of them would undo ASLR.
public struct LinuxFacts: Hashable, Codable, Sendable {
    /// The process that traces this one, as `/proc/self/status` has it; 0 for none.
    @Recorded public var tracerPID: Fact<Int32>
    /// The tracer's name (`/proc/PID/comm`, at most 15 bytes); empty when there is no tracer.
    @Recorded public var tracerName: Fact<String>
    /// Whether the tracer is the guard that this process started itself (`Hardening.guardProcess`), by its process id.
    @Recorded public var tracerIsOwnGuard: Fact<Bool>
    /// A process that traces one of the threads, other than the own guard; 0 for none. A debugger can attach to a single thread, and `tracerPID` speaks of
    /// the first. Asked by a full sweep alone.
    @Recorded public var threadTracerPID: Fact<Int32>
    /// The parent's name.
    @Recorded public var parentName: Fact<String>
    /// Who the process is, and what filters it.
    @Recorded public var privileges: Fact<ProcessPrivileges>
    /// Debug registers of the processor that are in use.
    @Recorded public var debugRegisters: Fact<DebugRegisters>
    /// Executable mappings (`/proc/self/maps`), at most 4,096.
    @Recorded public var executableMappings: Fact<[ExecutableMapping]>
    /// Objects that the loader has, in its order, at most 1,024.
    @Recorded public var loadedObjects: Fact<[LoadedObject]>
    /// Variables for the loader that the process was started with.
    @Recorded public var loaderVariables: Fact<[LoaderVariable]>
    /// What became of the text of loaded objects: those whose pages are no longer their file's, or could not be compared.
    @Recorded public var changedText: Fact<[ChangedText]>
    /// Entries of global offset tables that lead to no definition of their symbol.
    @Recorded public var patchedSlots: Fact<[PatchedSlot]>
    /// What answers on port 27042 of the loopback interface, where Frida's server listens.
    @Recorded public var toolPort: Fact<PortAnswer>
    /// Sanitizers and profilers that the program was built with: `address`, `thread`, `undefined`, `memory`, `coverage`.
    @Recorded public var sanitizers: Fact<[String]>
    /// Signs of containers: `docker`, `podman`, `kubernetes`, `lxc`, `systemd-nspawn`, `wsl`, `flatpak`, `snap`.
    @Recorded public var containers: Fact<[String]>
    /// The virtual machine's kind as the processor or firmware names it; empty on hardware.
    @Recorded public var virtualMachine: Fact<String>
    /// Mandatory access control that is at work: `selinux-enforcing`, `selinux-permissive`, `apparmor:PROFILE`.
    @Recorded public var accessControl: Fact<[String]>
    /// The program's files against the manifest that the app gave.
    @Recorded public var manifest: Fact<IntegrityFindings>

    /// Makes facts of which none was asked.
    public init() {}
}
