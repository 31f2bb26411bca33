#if os(Linux)
    import Foundation
    import MerlonRuntime
    import TestSupport
    import Testing

    /// An attacker of the table in `Documentation/Runtime.md`, and what it does to a victim.
    struct Adversary: Sendable, CustomTestStringConvertible {
        /// When the victim looks at itself.
        enum Stage: String, CaseIterable {
            case beforeStart = "there before the start"
            case atWork = "at work"
            case gone = "gone again"
        }

        let name: String
        /// What it needs that is not here; `nil` when it can come.
        var lack: String?
        /// Whether nobody but root can do this.
        var isForRoot = false
        /// Threats that it causes each time. What else is found of a tool of others' making differs from version to version. `nil`: all count.
        var stable: Set<String>?
        /// Attacks a victim, which is swept at each stage.
        let attack: @Sendable (Scene) throws -> Void

        var testDescription: String { name }
        static let all = debuggers + writers + preloads + frida
    }

    /// One attack: who comes, what the victim did to protect itself, and what was seen.
    final class Scene {
        /// What the victim asks the system for before anything else.
        enum Protection: CaseIterable {
            case none, hardened, guarded
            var arguments: [String] {
                switch self {
                case .none: []
                case .hardened: ["harden", "undumpable,no-core,deny-new-code"]
                case .guarded: ["harden", "guard-process,undumpable,no-core,deny-new-code"]
                }
            }
        }

        static let otherUser = 65534

        let isRoot: Bool
        let protection: Protection
        private let stable: Set<String>?
        /// By stage, the ids found, or why there is nothing to find.
        private(set) var seen: [Adversary.Stage: String] = [:]

        init(isRoot: Bool, protection: Protection, stable: Set<String>?) {
            self.isRoot = isRoot
            self.protection = protection
            self.stable = stable
        }

        /// Who attacks; `nil` is whoever runs the tests.
        var attacker: Int? { isRoot || !Attackers.isRoot ? nil : Self.otherUser }

        /// A victim that runs before the attacker comes: never root, which is not stopped by anything.
        func victim(_ arguments: [String] = [], program: String? = nil) throws -> Victim {
            try start(arguments, user: Attackers.isRoot ? Self.otherUser : nil, program: program)
        }

        /// A victim that the attacker starts.
        func victim(startedBy starter: [String], environment: [String: String] = [:], program: String? = nil) throws -> Victim {
            try start([], user: attacker, startedBy: starter, environment: environment, program: program)
        }

        private func start(
            _ arguments: [String], user: Int?, startedBy starter: [String] = [], environment: [String: String] = [:], program: String?
        ) throws -> Victim {
            let victim = try Victim(
                protection.arguments + arguments, environment: environment, user: user, startedBy: starter,
                program: program ?? BuiltProducts.executable("RuntimeProbe").path)
            // A kernel without one of the protections has another table.
            if victim.greeting.contains(where: { $0.contains("unsupported") }) { throw NotMeasured() }
            return victim
        }

        /// Runs `attack`; whether it could.
        func attack(_ how: String, _ victim: Victim, at address: String, _ byte: String = "cc") throws -> Bool {
            try Attackers.attack(how, victim, at: address, byte, user: attacker) == "done"
        }

        /// An attacker that holds on.
        func hold(_ program: String, _ arguments: [String], readsLine: Bool = true) throws -> Attackers.Held {
            try Attackers.Held(program, arguments, readsLine: readsLine, environment: ["HOME": "/tmp"], user: attacker)
        }

        /// Sweeps and notes what was found.
        func look(_ stage: Adversary.Stage, _ victim: Victim, only: Set<String>? = nil) throws {
            note(stage, try victim.sweep(), only: only ?? stable)
        }

        /// The same for one that answered somebody else.
        func note(_ stage: Adversary.Stage, answer: String) throws {
            do { note(stage, try JSONDecoder().decode(ShieldVerdict.self, from: Data(answer.utf8)), only: stable) } catch {
                throw NoVerdict(answer: answer)
            }
        }

        private func note(_ stage: Adversary.Stage, _ verdict: ShieldVerdict, only: Set<String>?) {
            var threats = Set(verdict.indicators.filter(\.category.isThreat).map(\.id))
            if let only { threats.formIntersection(only) }
            let names = threats.map { $0.dropFirst("linux-".count) }.sorted()
            seen[stage] = names.isEmpty ? "nothing" : names.joined(separator: ", ")
        }

        /// Notes something else.
        func note(_ stage: Adversary.Stage, _ words: String) { seen[stage] = words }

        /// Notes that the attacker did not get in. The victim is whole: nothing is found, and it works.
        func keptOut(_ stage: Adversary.Stage, _ victim: Victim) throws {
            try look(stage, victim)
            seen[stage] = seen[stage] == "nothing" ? "kept out" : "kept out; " + (seen[stage] ?? "")
            #expect(try victim.ask("call") == "7")
        }

        struct NotMeasured: Error {}
        struct NoVerdict: Error { var answer: String }
    }
#endif
