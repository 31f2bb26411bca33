import Foundation
import MerlonCore

extension PlacementPolicy {
    /// The longest file of a policy, in bytes: 1 MiB.
    public static let maximumByteCount = 1 << 20

    /// Reads a policy as a file has it: JSON, as an encoder writes it. A member that it does not know is an error, so that a slip of the pen does not
    /// leave a kind of data without its rule.
    ///
    /// Throws ``VaultError/Code/invalidArgument`` for everything else.
    public init(parsing bytes: [UInt8]) throws(VaultError) {
        guard bytes.count <= Self.maximumByteCount else { throw Self.invalid("it has more than \(Self.maximumByteCount) bytes") }
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(parsing: bytes) } catch { throw Self.invalid("\(error)") }
        guard let members = value.object else { throw Self.invalid("it is no object") }
        try Self.check(members, known: ["placements", "files"], "the policy")
        for (kind, placement) in members["placements"]?.object ?? [:] {
            try Self.check(placement.object ?? [:], known: ["place", "protection", "isExcludedFromBackup", "isSealed"], "'\(kind)'")
        }
        do { self = try JSONDecoder().decode(PlacementPolicy.self, from: Data(bytes)) } catch let error as DecodingError {
            throw Self.invalid(Self.text(of: error))
        } catch { throw Self.invalid("it is no policy") }
    }

    private static func check(_ members: [String: JSONValue], known: Set<String>, _ owner: String) throws(VaultError) {
        guard let unknown = members.keys.filter({ !known.contains($0) }).min() else { return }
        throw invalid("\(owner) has a member '\(unknown)' that no policy has")
    }

    private static func text(of error: DecodingError) -> String {
        let context: DecodingError.Context =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context):
                context
            @unknown default: DecodingError.Context(codingPath: [], debugDescription: "it is no policy")
            }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }

    private static func invalid(_ what: String) -> VaultError {
        VaultError(.invalidArgument, "The placement policy cannot be read: \(what).")
    }
}
