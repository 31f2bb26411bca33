/// A class that the image defines.
public struct ObjectiveCClass: Hashable, Sendable {
    /// Of the class object.
    public let address: UInt64
    /// As the runtime knows it; Swift classes have mangled names such as `_TtC3App4View`.
    public let name: String
    /// `nil` for a root class, or where it cannot be resolved.
    public let superclass: String?
    /// Whether it is written in Swift.
    public let isSwift: Bool
    /// Those that it adopts itself.
    public let protocols: [String]
    /// Those of its instances.
    public let instanceMethods: [ObjectiveCMethod]
    /// Those of the class itself.
    public let classMethods: [ObjectiveCMethod]
    /// Those that it declares itself.
    public let properties: [ObjectiveCProperty]
}

/// A category: methods added to a class that may be defined elsewhere.
public struct ObjectiveCCategory: Hashable, Sendable {
    /// Of the category.
    public let name: String
    /// Of the class that it extends; `nil` where it cannot be resolved.
    public let className: String?
    /// Those that it adds.
    public let protocols: [String]
    /// Added to instances.
    public let instanceMethods: [ObjectiveCMethod]
    /// Added to the class itself.
    public let classMethods: [ObjectiveCMethod]
}

/// A protocol that the image knows; it need not be the one that defines it.
public struct ObjectiveCProtocol: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// Those that it adopts.
    public let protocols: [String]
    /// Required and optional ones.
    public let instanceMethods: [ObjectiveCMethod]
    /// Required and optional ones.
    public let classMethods: [ObjectiveCMethod]
}

/// A pointer in the image to a selector or a class, which code loads.
public struct ObjectiveCReference: Hashable, Sendable {
    /// Of the pointer.
    public let address: UInt64
    /// The selector's or class's name.
    public let name: String
}
