public import MerlonVault

/// A placement policy that was found with an artifact, or given for it; or why there is none to be read.
public struct DeclaredPlacement: Hashable, Codable, Sendable {
    /// The name under which an app's bundle, or the folder of its data, carries the policy: `MerlonPlacement.json`.
    public static let fileName = "MerlonPlacement.json"

    /// The file.
    public var path: String
    /// The policy; `nil` when the file is none.
    public var policy: PlacementPolicy?
    /// What is wrong with the file, when it is none.
    public var problem: String?

    /// A policy that was read.
    public init(path: String, policy: PlacementPolicy) { (self.path, self.policy, problem) = (path, policy, nil) }

    /// Reads a file. Whatever is wrong with it becomes ``problem``.
    public init(path: String, parsing bytes: [UInt8]) {
        self.path = path
        do throws(VaultError) { policy = try PlacementPolicy(parsing: bytes) } catch { problem = error.reason }
    }
}
