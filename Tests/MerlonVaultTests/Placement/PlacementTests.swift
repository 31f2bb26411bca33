import Foundation
import MerlonVault
import TestSupport
import Testing

@Suite struct PlacementTests {
    @Test func theStandardPolicyHasNoProblemsAndSurvivesCoding() throws {
        let policy = PlacementPolicy(files: ["Documents/*.db": .health])
        #expect(policy.problems().isEmpty)
        #expect(try JSONDecoder().decode(PlacementPolicy.self, from: JSONEncoder().encode(policy)) == policy)
        for kind in DataKind.allCases where kind.isSecret {
            #expect([.keychain, .secureEnclave].contains(DataPlacement.of(kind).place))
        }
        for place in StoragePlace.allCases { #expect(!place.facts.sources.isEmpty && !place.facts.readers.isEmpty) }
        #expect(StoragePlace.allCases.count == 9)
    }

    /// Every kind × place: secrets nowhere but with a vault, the rest by what the place protects.
    @Test func placesAreJudged() {
        for kind in DataKind.allCases {
            for place in StoragePlace.allCases {
                let bare = DataPlacement(place).shortcomings(for: kind)
                let best = DataPlacement(place, protection: .complete, isExcludedFromBackup: true, isSealed: true).shortcomings(for: kind)
                #expect(best.count <= bare.count)
                let isRight: Bool =
                    switch kind {
                    case .token, .password, .pin, .key, .apiKey: place == .keychain || place == .secureEnclave
                    case .preference, .publicCache: true
                    case .personal, .health: place != .preferences && place != .temporary
                    case .personalCache: place != .preferences
                    }
                #expect(best.isEmpty == isRight, "\(kind) in \(place): \(best)")
            }
        }
        #expect(!DataPlacement(.files).shortcomings(for: .personal).isEmpty, "the default class is too weak")
        #expect(!DataPlacement(.files, protection: .complete, isSealed: true).shortcomings(for: .health).isEmpty, "backups carry it")
        #expect(!DataPlacement(.iCloudDrive, protection: .complete).shortcomings(for: .personal).isEmpty, "the provider reads it")
    }

    @Test func aWeakPolicyIsSeenThrough() throws {
        let json = #"{"placements": {"token": {"place": "preferences", "isExcludedFromBackup": false, "isSealed": false}}}"#
        let policy = try JSONDecoder().decode(PlacementPolicy.self, from: Data(json.utf8))
        #expect(policy.problems().keys.map(\.rawValue) == ["token"])
        #expect(policy.placement(of: .health) == DataPlacement.of(.health), "what is left out is the standard's")
        let unknown = #"{"placements": {"tokens": {"place": "keychain", "isExcludedFromBackup": false, "isSealed": false}}}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(PlacementPolicy.self, from: Data(unknown.utf8)) }
    }
}
