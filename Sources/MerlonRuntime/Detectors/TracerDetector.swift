/// A debugger, or another program that traces the process. MASTG-TEST-0401, MASWE-0101.
enum TracerDetector {
    private static let advice =
        "Something controls the process and can read and change all of it. Development builds run under a debugger; what people have does not."

    static let linux = Detector(
        "linux-tracer", "a process that traces this one", platforms: [.linux], tier: .cheap,
        indicators: ["linux-tracer", "linux-own-guard"], categories: [.debugging, .posture], isFoundation: true
    ) { snapshot in
        switch snapshot.linux?.tracerPID ?? .unsupported {
        case .value(0): return judge(threads: snapshot.linux?.threadTracerPID ?? .unsupported)
        case .value(let pid):
            let name = snapshot.linux?.tracerName.value ?? ""
            // The own guard, which Shield.harden starts, is a tracer by design. Its name alone says nothing: anybody can have that.
            if snapshot.linux?.tracerIsOwnGuard == .value(true) {
                let guardIndicator = Indicator(
                    "linux-own-guard", .posture, .firm,
                    evidence: [.init("traced by process \(pid), \(name)", source: "/proc/self/status TracerPid")],
                    advice: "The guard that Shield.harden started in this process. It keeps other tracers out.")
                guard case .judged(let others) = judge(threads: snapshot.linux?.threadTracerPID ?? .unsupported) else {
                    return .judged([guardIndicator])
                }
                return .judged([guardIndicator] + others)
            }
            return .judged([
                Indicator(
                    "linux-tracer", .debugging, .certain,
                    evidence: [.init("traced by process \(pid)\(name.isEmpty ? "" : ", \(name)")", source: "/proc/self/status TracerPid")],
                    test: "MASTG-TEST-0401", advice: advice)
            ])
        case let other: return .undecided(reason: other.whyNot)
        }
    }

    /// When the first thread has no tracer. Only a full sweep asks the others.
    private static func judge(threads: Fact<Int32>) -> Detector.Outcome {
        switch threads {
        case .value(0), .unsupported: return .judged([])
        case .value(let pid):
            return .judged([
                Indicator(
                    "linux-tracer", .debugging, .certain,
                    evidence: [.init("one thread is traced by process \(pid)", source: "/proc/self/task/TID/status TracerPid")],
                    test: "MASTG-TEST-0401", advice: advice)
            ])
        case .denied, .timedOut: return .undecided(reason: "other threads than the first: \(threads.whyNot)")
        }
    }

    static let apple = Detector.apple(
        "apple-tracer", "a debugger that is attached", tier: .cheap, indicators: ["apple-tracer", "apple-hidden-tracer"],
        categories: [.debugging], isFoundation: true, \.isTraced
    ) { isTraced, facts in
        let byCall = facts.isTracedBySystemCall.value ?? isTraced
        guard isTraced || byCall else { return .judged([]) }
        if !isTraced {
            return [
                Indicator(
                    "apple-hidden-tracer", .debugging, .certain,
                    evidence: [.init("P_TRACED is set, and libc says that it is not", source: "sysctl by a system call of one's own")],
                    test: "MASTG-TEST-0401", advice: advice + " It is hidden by a hook.", family: "apple-tracer")
            ].outcome
        }
        return [
            Indicator(
                "apple-tracer", .debugging, .certain, evidence: [.init("P_TRACED is set", source: "sysctl(KERN_PROC_PID)")],
                test: "MASTG-TEST-0401", advice: advice)
        ].outcome
    }
}
