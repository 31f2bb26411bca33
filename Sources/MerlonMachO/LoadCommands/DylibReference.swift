/// A dynamic library that a load command names.
public struct DylibReference: Hashable, Sendable {
    /// How it is linked.
    public enum Kind: Hashable, Sendable {
        case regular
        /// May be absent when the program starts.
        case weak
        case reexport
        /// A library that links this one, too.
        case upward
        case lazy
    }

    /// `/usr/lib/libSystem.B.dylib`, `@rpath/Name.framework/Name` …
    public let name: String
    /// How it is linked.
    public let kind: Kind
    /// The version that was linked against.
    public let currentVersion: PackedVersion
    /// The oldest version that will do.
    public let compatibilityVersion: PackedVersion
}

/// The name that a dynamic library gives itself (`LC_ID_DYLIB`).
public struct DylibIdentity: Hashable, Sendable {
    /// The install name: what clients record.
    public let name: String
    /// Its version.
    public let currentVersion: PackedVersion
    /// The oldest version that it can stand in for.
    public let compatibilityVersion: PackedVersion
}
