/// All detectors.
public enum DetectorRegistry: Sendable {
    /// Every detector of every platform; ids are unique.
    public static let all: [Detector] = linux + apple

    static let linux: [Detector] = [
        TracerDetector.linux, ParentDetector.linux, DebugRegisterDetector.linux, MappingDetector.linux, ToolMappingDetector.linux,
        PreloadDetector.linux, SlotDetector.linux, TextDetector.linux, ToolPortDetector.linux, SurroundingsDetector.linux,
        IntegrityDetectors.linux,
    ]
    static let apple: [Detector] = appleProcess + appleHooks

    /// Hooks, and code that is no longer what was shipped.
    static let appleHooks: [Detector] = HookDetectors.all + IntegrityDetectors.apple

    /// Everything else: the system, debuggers, tools, identity, the device.
    static let appleProcess: [Detector] =
        [
            HostDetector.apple, TracerDetector.apple, ParentDetector.apple, SigningFlagDetector.apple, ExceptionPortDetector.apple,
            TrapDetector.apple, DebugRegisterDetector.apple, PathDetector.apple, MountDetector.apple, WritableSystemDetector.apple,
            HidingClassDetector.apple, SchemeDetector.apple, ImageDetector.apple, RegionDetector.apple, LoaderVariableDetector.apple,
            ToolPortDetector.apple, SelectingDetector.apple, IdentityDetector.apple, OriginDetector.apple,
        ] + DevicePostureDetector.apple
}
