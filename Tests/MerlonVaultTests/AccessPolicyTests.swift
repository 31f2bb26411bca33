import Foundation
import MerlonVault
import Testing

@Suite struct AccessPolicyTests {
    static let all: [AccessPolicy] =
        AccessPolicy.Availability.allCases.flatMap { availability in
            AccessPolicy.Presence.allCases.map { .thisDevice(availability, presence: $0) }
        } + AccessPolicy.SynchronisedAvailability.allCases.map { .synchronised($0) }

    @Test func everyPolicyIsAnotherAndSurvivesCoding() throws {
        #expect(Set(Self.all).count == 20)
        for policy in Self.all {
            #expect(try JSONDecoder().decode(AccessPolicy.self, from: JSONEncoder().encode(policy)) == policy)
        }
    }

    @Test(arguments: [
        #"{"availability":"whenUnlocked","synchronised":true,"presence":"userPresence"}"#,
        #"{"availability":"whenPasscodeSet","synchronised":true,"presence":"none"}"#,
        #"{"availability":"always","synchronised":false,"presence":"none"}"#,
        #"{"availability":"whenUnlocked","synchronised":false}"#,
    ]) func combinationsThatMeanNothingDoNotDecode(_ json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(AccessPolicy.self, from: Data(json.utf8)) }
    }

    @Test(arguments: ["", "a\u{0}b", "a\nb", String(repeating: "x", count: 256)]) func namesAreBounded(_ name: String) throws {
        let namespace = try Namespace("app", environment: .production)
        #expect(throws: VaultError(.invalidArgument, "")) { try ItemKey(name, in: namespace) }
        #expect(throws: VaultError(.invalidArgument, "")) { try Namespace(name, environment: .production) }
        #expect(throws: VaultError(.invalidArgument, "")) { try Namespace("app", environment: .production, user: name) }
    }
}
