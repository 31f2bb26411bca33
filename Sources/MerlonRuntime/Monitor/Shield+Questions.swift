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

    /// Whether it runs in the simulator.
    public static var isInSimulator: ShieldAnswer { get async { await answer("apple-simulator") } }
    /// Whether the parent is another process than launchd.
    public static var isParentUnexpected: ShieldAnswer { get async { await answer("apple-parent") } }
    /// Whether debuggers may attach to this build by its profile or signature.
    public static var isDevelopmentBuild: ShieldAnswer { get async { await answer("apple-debuggable") } }
    /// Whether the system's settings switch a proxy on.
    public static var isProxied: ShieldAnswer { get async { await answer("apple-proxy") } }
    /// Whether traffic is routed through a tunnel.
    public static var isBehindVPN: ShieldAnswer { get async { await answer("apple-vpn") } }
    /// Whether Lockdown Mode is on.
    public static var isInLockdownMode: ShieldAnswer { get async { await answer("apple-lockdown-mode") } }
    /// Whether the device has no passcode.
    public static var isWithoutPasscode: ShieldAnswer { get async { await answer("apple-no-passcode") } }
    /// Whether there is no Secure Enclave.
    public static var isWithoutSecureEnclave: ShieldAnswer { get async { await answer("apple-no-secure-enclave") } }
    /// Whether the screen is recorded, mirrored or sent.
    public static var isScreenCaptured: ShieldAnswer { get async { await answer("apple-screen-captured") } }
    /// Whether the clock was moved.
    public static var isClockMoved: ShieldAnswer { get async { await answer("apple-clock-moved") } }

    private static func answer(_ indicator: String) async -> ShieldAnswer {
        ShieldAnswer(whether: indicator, in: await Shield(policy: .observe).facts())
    }

    private static func answer(_ category: Indicator.Category) async -> ShieldAnswer {
        ShieldAnswer(about: category, in: await Shield(policy: .observe).facts())
    }
}
