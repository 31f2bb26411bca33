import Foundation
import MerlonCommandLine
import MerlonRuntime

/// `merlon doctor`: a sweep of the own process, or what can be seen of another.
enum DoctorCommand {
    enum Format: String, CaseIterable, Sendable { case text, json, facts }
    enum PolicyName: String, CaseIterable, Sendable {
        case bank, observe
        var policy: ShieldPolicy { self == .bank ? .bank : .observe }
    }

    private static let pid = Option.optional("pid", .number("PID", in: 1...Int(Int32.max)), "look at this process instead")
    private static let format = Option(
        "format", short: "f", .choice("FORMAT"), default: Format.text, shownAs: "text",
        "text, json, or facts: the recorded facts, for 'merlon facts'")
    static let policy = Option("policy", .choice("POLICY"), default: PolicyName.bank, shownAs: "bank", "bank or observe")

    static let command = Command(
        name: "doctor", abstract: "sweep this process as apps do, or look at another",
        discussion: """
            Without --pid it runs the checks of MerlonRuntime on its own process: what they find is what stands around any program that is started \
            here, such as preloaded libraries, a tracer or a virtual machine. With --pid it says what can be seen of another process from outside, \
            with the rights that it has itself; it does not attach to it.
            """,
        options: [pid.definition, format.definition, policy.definition],
        examples: [
            Example("merlon doctor", "Says what the checks find here."),
            Example("merlon doctor --format facts > facts.json", "Records the facts, to be explained elsewhere."),
            Example("merlon doctor --pid 1234", "Says what can be seen of that process."),
        ],
        exitStatuses: [
            ExitStatusMeaning(.success, "clear, or another process was looked at"),
            ExitStatusMeaning(.findings, "suspicious or compromised"),
        ]
    ) { invocation in
        let output = invocation.console.output
        let layout = TextLayout(width: invocation.console.width)
        let format = try invocation.value(of: format)
        if let pid = try invocation.value(of: pid) {
            guard InputFile.exists("/proc/\(pid)") else { throw CommandLineError(.invalidValue, "there is no process \(pid)") }
            let inspection = ProcessInspection(of: Int32(pid))
            switch format {
            case .facts: throw CommandLineError(.conflict, "--format facts is for the own process, not for --pid")
            case .json: try output.write(RuntimeText.json(inspection))
            case .text: try output.write(RuntimeText.text(inspection, layout))
            }
            return .success
        }
        let policy = try invocation.value(of: policy).policy
        let facts = await Shield(policy: policy).facts()
        let verdict = policy.verdict(for: facts)
        switch format {
        case .facts: try output.write(RuntimeText.json(facts))
        case .json: try output.write(RuntimeText.json(verdict))
        case .text: try output.write(RuntimeText.text(verdict, layout))
        }
        return verdict.level == .clear ? .success : .findings
    }
}
