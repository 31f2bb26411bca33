/// The kernel's flags for the process's code signature.
enum SigningFlagDetector {
    /// Of XNU's published `cs_blobs.h`.
    private enum Flag {
        static let valid: UInt32 = 0x1
        static let platformBinary: UInt32 = 0x0400_0000
        static let debugged: UInt32 = 0x1000_0000
    }

    static let apple = Detector.apple(
        "apple-signing-flags", "the kernel's flags for the code signature", tier: .cheap,
        indicators: ["apple-debugged-flag", "apple-invalid-code", "apple-platform-flag"],
        categories: [.debugging, .tampering, .systemIntegrity], on: AppleHost.Kind.devices, \.signingFlags
    ) { flags, _ in
        let evidence = [Indicator.Evidence("flags 0x\(String(flags, radix: 16))", source: "csops(CS_OPS_STATUS)")]
        var indicators: [Indicator] = []
        if flags & Flag.debugged != 0 {
            indicators.append(
                Indicator(
                    "apple-debugged-flag", .debugging, .firm, evidence: evidence, test: "MASTG-TEST-0401",
                    advice: "A debugger is or was attached, or code may be made at run time: jailbreaks and JIT enablers set this, too.",
                    family: "apple-tracer"))
        }
        if flags & Flag.valid == 0 {
            indicators.append(
                Indicator(
                    "apple-invalid-code", .tampering, .firm, evidence: evidence,
                    advice: "Pages of code no longer match the signature, and the system lets them run."))
        }
        if flags & Flag.platformBinary != 0 {
            indicators.append(
                Indicator(
                    "apple-platform-flag", .systemIntegrity, .certain, evidence: evidence, test: "MASTG-TEST-0240",
                    advice: "The app is treated as a part of the system, which only a changed kernel does."))
        }
        return indicators.outcome
    }
}
