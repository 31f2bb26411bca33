import Foundation
import MerlonCommandLine
import MerlonCore
import MerlonRuntime

/// `merlon facts explain FILE`: replays the decision on recorded facts.
enum FactsCommand {
    private enum Action: String, CaseIterable, Sendable { case explain }

    /// Snapshots are some kilobytes.
    private static let limit = 8 << 20
    private static let action = Argument(.choice("ACTION") as ValueType<Action>, "explain")
    private static let file = Argument(.path("FILE"), "facts that an app or 'merlon doctor --format facts' recorded")
    private static let policyFile = Option.optional(
        "policy-file", .path("FILE"), "the app's own policy as JSON, rule pack applied: what its ShieldPolicy encodes to")
    private static let isJSON = Option.flag("json", "the verdict as JSON")

    static let command = Command(
        name: "facts", abstract: "explain facts that an app recorded",
        discussion: """
            Judges recorded facts (FactsSnapshot) again, with the same code as the app, and says why the verdict is what it is: each thing that was \
            found with its evidence, what counted for how much, and which checks could not decide. A verdict follows from facts and policy alone.
            """,
        arguments: [action.definition, file.definition],
        options: [DoctorCommand.policy.definition, policyFile.definition, isJSON.definition],
        examples: [
            Example("merlon facts explain facts.json", "Says what the facts come to, and why."),
            Example("merlon facts explain facts.json --policy-file policy.json", "The same under the app's own policy."),
        ],
        exitStatuses: [
            ExitStatusMeaning(.success, "clear"),
            ExitStatusMeaning(.findings, "suspicious or compromised"),
        ]
    ) { invocation in
        let path = try invocation.values(of: file)[0]
        let snapshot = try Self.snapshot(try InputFile.read(path, limit: limit), path)
        var policy = try invocation.value(of: DoctorCommand.policy).policy
        if let own = try invocation.value(of: policyFile) { policy = try Self.policy(try InputFile.read(own, limit: limit), own) }
        let verdict = policy.verdict(for: snapshot)
        let layout = TextLayout(width: invocation.console.width)
        let text =
            try invocation.value(of: isJSON)
            ? RuntimeText.json(verdict)
            : layout.wrap("\(snapshot.platform.rawValue) \(snapshot.systemVersion), recorded \(snapshot.recorded.iso8601)")
                + RuntimeText.text(verdict, layout)
        try invocation.console.output.write(text)
        return verdict.level == .clear ? .success : .findings
    }

    private static func policy(_ bytes: [UInt8], _ path: String) throws(CommandLineError) -> ShieldPolicy {
        guard let policy = try? JSONDecoder().decode(ShieldPolicy.self, from: Data(bytes)) else {
            throw CommandLineError(.unreadable, "\(path): this is no policy")
        }
        return policy
    }

    private static func snapshot(_ bytes: [UInt8], _ path: String) throws(CommandLineError) -> FactsSnapshot {
        guard let snapshot = try? JSONDecoder().decode(FactsSnapshot.self, from: Data(bytes)) else {
            throw CommandLineError(.unreadable, "\(path): these are no recorded facts")
        }
        guard snapshot.version <= FactsSnapshot.currentVersion else {
            throw CommandLineError(
                .unreadable, "\(path): facts of version \(snapshot.version)", hint: "a newer merlon reads them")
        }
        return snapshot
    }
}
