import Foundation
import MerlonAuth
import MerlonCore
import TestSupport
import Testing

/// A JWK or JWK set of a group, as the JSON text that it was.
private struct KeyText: Decodable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws { text = try Node(from: decoder).json.serialized() }

    private struct Node: Decodable {
        let json: JSONValue

        init(from decoder: any Decoder) throws {
            if let container = try? decoder.container(keyedBy: Name.self) {
                let members = try container.allKeys.map { ($0.stringValue, try container.decode(Node.self, forKey: $0).json) }
                json = .object(Dictionary(uniqueKeysWithValues: members))
            } else if let list = try? decoder.singleValueContainer().decode([Node].self) {
                json = .array(list.map(\.json))
            } else {
                json = .string(try decoder.singleValueContainer().decode(String.self))
            }
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

private struct Group: WycheproofGroup {
    struct Case: WycheproofCase {
        let tcId: Int
        let comment: String
        let flags: [String]
        let result: String
        let jws: JWSText
    }
    /// A compact text; whatever else a case has is given as JSON text, which no compact reader takes.
    struct JWSText: Decodable, Sendable {
        let text: String
        init(from decoder: any Decoder) throws {
            text = try (try? decoder.singleValueContainer().decode(String.self)) ?? KeyText(from: decoder).text
        }
    }
    let comment: String
    let `public`: KeyText?
    let `private`: KeyText
    let tests: [Case]
}

@Suite("Wycheproof: JWS and JWK", .enabled(if: Vectors.areAvailable, "\(Vectors.need)"))
struct WycheproofTokenTests {
    /// Why a case is judged otherwise than the file says.
    static let decisions: [String: [Int: String]] = [
        "json_web_signature": [
            346: "the key is marked for PS256 and the token signed by PS384: a key has one algorithm",
            350: "the key is marked for PS256 and the token signed by PS384: a key has one algorithm",
            367: "the text is that of the valid case 357: its padding was lost in the file",
            370: "the text is that of the valid case 357: its padding was lost in the file",
            372: "a character outside of base64url in the header is refused, also when the signature is of the header without it",
            373: "a character outside of base64url in the payload is refused, also when the signature is of the payload without it",
        ]
    ]

    @Test(arguments: ["json_web_signature", "json_web_key"])
    func everyCase(_ name: String) throws {
        let file = try Wycheproof<Group>.load(name)
        var overruled: Set<Int> = []
        let failures = file.failures(
            outOfScope: { $0.private.text.contains(#""crv":"P-521""#) ? "P-521 is not offered" : nil },
            accepts: { group, test in
                let accepted = Self.accepts(test.jws.text, group.public ?? group.private)
                guard Self.decisions[name]?[test.tcId] != nil else { return accepted }
                overruled.insert(test.tcId)
                return !accepted
            })
        #expect(failures.isEmpty, "\(failures)")
        #expect(overruled == Set(Self.decisions[name, default: [:]].keys))
    }

    private static func accepts(_ text: String, _ key: KeyText) -> Bool {
        let set = key.text.hasPrefix(#"{"keys":"#) ? key.text : #"{"keys":[\#(key.text)]}"#
        guard let keys = try? JSONWebKeySet(parsing: set, allowsSecrets: true) else { return false }
        do throws(AuthError) {
            _ = try JWS.verify(text, with: keys)
            return true
        } catch {
            guard error.code == .authenticationFailed else { Issue.record("\(error)"); return false }
            return false
        }
    }
}
