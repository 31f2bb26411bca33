/// A method of a class, category or protocol.
public struct ObjectiveCMethod: Hashable, Sendable {
    /// `initWithFrame:`.
    public let selector: String
    /// The encoded types: `v16@0:8`. Empty where it cannot be read.
    public let types: String
    /// The address of the implementation; `nil` in protocols.
    public let implementation: UInt64?
}

/// A declared property.
public struct ObjectiveCProperty: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// The encoded attributes: `T@"NSString",C,N,V_name`.
    public let attributes: String
}
