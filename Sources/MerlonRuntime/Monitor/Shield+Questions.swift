/// The questions of older libraries, each with a full sweep of its own. An app that asks several sweeps once and asks ``ShieldAnswer`` instead.
extension Shield {
    /// Whether a debugger, tracer, breakpoint or watchpoint is at work.
    public static var isDebugged: ShieldAnswer { get async { await answer(.debugging) } }
    /// Whether the system's own protections were taken away. On Linux there is no such thing to ask: unknown.
    public static var isJailbroken: ShieldAnswer { get async { await answer(.systemIntegrity) } }
    /// Whether code of the process was hooked, patched or joined by foreign code.
    public static var isHooked: ShieldAnswer { get async { await answer(.hooking) } }
    /// Whether a tool for reverse engineering is here or at work.
    public static var isReverseEngineered: ShieldAnswer { get async { await answer(.tooling) } }
    /// Whether what was shipped is not what was built.
    public static var isTampered: ShieldAnswer { get async { await answer(.tampering) } }
    /// Whether it runs in a simulator, virtual machine or container, or was built with sanitizers.
    public static var isInUnusualEnvironment: ShieldAnswer { get async { await answer(.environment) } }

    private static func answer(_ category: Indicator.Category) async -> ShieldAnswer {
        ShieldAnswer(about: category, in: await Shield(policy: .observe).facts())
    }
}
