/// Where the process runs and as whom: context, no threat by itself.
enum SurroundingsDetector {
    static let linux = Detector(
        "linux-surroundings", "container, virtual machine, root, filters, sanitizers", platforms: [.linux], tier: .costly,
        indicators: ["linux-container", "linux-virtual-machine", "linux-root", "linux-unconfined", "linux-seccomp", "linux-sanitizer"],
        categories: [.environment, .posture]
    ) { snapshot in
        guard let facts = snapshot.linux else { return .undecided(reason: "nothing was recorded") }
        if facts.containers.value == nil, facts.virtualMachine.value == nil, facts.privileges.value == nil,
            facts.accessControl.value == nil,
            facts.sanitizers.value == nil
        {
            return .undecided(reason: facts.privileges.whyNot)
        }
        var indicators: [Indicator] = []
        func add(_ id: String, _ category: Indicator.Category, _ what: String, _ source: String, _ advice: String) {
            indicators.append(Indicator(id, category, .firm, evidence: [.init(what, source: source)], advice: advice))
        }
        if case .value(let names) = facts.containers, !names.isEmpty {
            add(
                "linux-container", .environment, names.joined(separator: ", "), "marker files, /proc/self/cgroup",
                "Whoever runs the container host can read the process.")
        }
        if case .value(let kind) = facts.virtualMachine, !kind.isEmpty {
            add(
                "linux-virtual-machine", .environment, kind, "/proc/cpuinfo, /sys/class/dmi/id",
                "Whoever runs the host can read the machine's memory.")
        }
        if case .value(let privileges) = facts.privileges {
            if privileges.isRoot {
                add(
                    "linux-root", .posture, "the effective user is root", "geteuid()",
                    "A service needs fewer rights; what breaks in has all.")
            }
            if privileges.seccomp > 0 {
                add(
                    "linux-seccomp", .posture, "seccomp mode \(privileges.seccomp)", "/proc/self/status Seccomp",
                    "System calls are filtered: a good sign.")
            }
        }
        if case .value(let names) = facts.accessControl, names.allSatisfy({ $0 == "selinux-permissive" || $0 == "apparmor:unconfined" }) {
            add(
                "linux-unconfined", .posture, names.isEmpty ? "no SELinux, no AppArmor" : names.joined(separator: ", "),
                "/sys/fs/selinux, /proc/self/attr", "No mandatory access control confines the process.")
        }
        if case .value(let names) = facts.sanitizers, !names.isEmpty {
            add(
                "linux-sanitizer", .environment, names.joined(separator: ", "), "symbols of loaded objects",
                "A build for tests: it maps and hooks what a release does not.")
        }
        return .judged(indicators)
    }
}
