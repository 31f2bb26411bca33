import Foundation

/// A case of a Wycheproof file, beside the fields of its own kind.
public protocol WycheproofCase: Decodable, Sendable {
    var tcId: Int { get }
    var comment: String { get }
    var flags: [String] { get }
    var result: String { get }
}

/// A group of cases with common parameters.
public protocol WycheproofGroup: Decodable, Sendable {
    associatedtype Case: WycheproofCase
    var tests: [Case] { get }
}

/// A file of Project Wycheproof's vectors and the rule that every declared case is run.
public struct Wycheproof<Group: WycheproofGroup>: Decodable, Sendable {
    /// How many cases the file says it has.
    public let numberOfTests: Int
    /// The groups.
    public let testGroups: [Group]

    /// What is done with cases that the file leaves to the implementation.
    public enum Decision: Sendable {
        case accept(because: String)
        case refuse(because: String)
    }

    /// Reads `wycheproof/NAME_test.json`.
    public static func load(_ name: String) throws -> Self {
        try JSONDecoder().decode(Self.self, from: try Vectors.data("wycheproof/\(name)_test.json"))
    }

    /// Runs every case. Gives a line for each that goes wrong, for each flag without a decision, and when fewer or more cases ran than the file
    /// declares: a test expects none.
    ///
    /// - Parameters:
    ///   - acceptable: A decision for each flag of an `acceptable` case.
    ///   - outOfScope: Why a group's parameters are refused on purpose; then each of its cases must be refused.
    ///   - accepts: Whether the implementation accepts the case and gives the right bytes.
    public func failures(
        acceptable: [String: Decision] = [:], outOfScope: (Group) -> String? = { _ in nil }, accepts: (Group, Group.Case) -> Bool
    ) -> [String] {
        var executed = 0
        var wrong: [String] = []
        for group in testGroups {
            let refused = outOfScope(group) != nil
            for test in group.tests {
                let expected: Bool
                switch test.result {
                case "valid": expected = !refused
                case "invalid": expected = false
                default:
                    let undecided = test.flags.filter { acceptable[$0] == nil }
                    if !undecided.isEmpty { wrong.append("case \(test.tcId): no decision for \(undecided)") }
                    // One reason to refuse is enough.
                    expected =
                        !refused
                        && test.flags.allSatisfy { flag in
                            if case .accept = acceptable[flag] { true } else { false }
                        }
                }
                if accepts(group, test) != expected { wrong.append("case \(test.tcId) (\(test.comment)) \(test.flags): not \(expected)") }
                executed += 1
            }
        }
        if executed != numberOfTests || executed == 0 { wrong.append("\(executed) cases ran, \(numberOfTests) are declared") }
        return wrong
    }
}
