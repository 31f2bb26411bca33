/// What the Objective-C runtime would find in an image.
public struct ObjectiveCMetadata: Sendable {
    /// Defined here.
    public internal(set) var classes: [ObjectiveCClass] = []
    /// Defined here.
    public internal(set) var categories: [ObjectiveCCategory] = []
    /// Known here.
    public internal(set) var protocols: [ObjectiveCProtocol] = []
    /// The selectors that code sends (`__objc_selrefs`).
    public internal(set) var selectorReferences: [ObjectiveCReference] = []
    /// The classes that code names (`__objc_classrefs`), and the superclasses that it sends to (`__objc_superrefs`).
    public internal(set) var classReferences: [ObjectiveCReference] = []
    /// The metadata refers to more than the image has room for: what is over was left out.
    public internal(set) var isTruncated = false

    init() {}
}

extension MachOImage {
    /// The Objective-C metadata. Entries that cannot be read are left out.
    public func objectiveC(_ resolver: PointerResolver) -> ObjectiveCMetadata {
        var reader = ObjectiveCReader(self, resolver)
        return reader.read()
    }
}
