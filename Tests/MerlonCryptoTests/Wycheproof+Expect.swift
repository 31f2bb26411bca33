import TestSupport
import Testing

extension Wycheproof {
    /// Runs every case and expects no failure.
    func run(
        _ name: String, acceptable: [String: Decision] = [:], outOfScope: (Group) -> String? = { _ in nil },
        accepts: (Group, Group.Case) -> Bool
    ) {
        let failures = failures(acceptable: acceptable, outOfScope: outOfScope, accepts: accepts)
        #expect(failures.isEmpty, "\(name): \(failures.count): \(failures.prefix(5).joined(separator: "; "))")
    }
}
