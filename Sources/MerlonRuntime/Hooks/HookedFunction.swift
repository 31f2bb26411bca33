/// A function that something else stands in for. Without addresses of memory, which would undo ASLR.
public struct HookedFunction: Hashable, Codable, Sendable {
    /// How.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// A pointer that the dynamic linker bound to a symbol, and that leads elsewhere now.
        case symbolPointer = "symbol-pointer"
        /// The function begins with a jump away.
        case inline
        /// The function begins with a breakpoint.
        case breakpoint
        /// The function does not begin as in its file, in another way.
        case patched
        /// An Objective-C method whose implementation lies elsewhere.
        case method
        /// An entry of a Swift class's table of methods.
        case swiftClassEntry = "swift-class-entry"
        /// An entry of a Swift protocol conformance's table.
        case swiftWitness = "swift-witness"
    }

    /// How.
    public var kind: Kind
    /// The image whose pointer, function or method it is, scrubbed.
    public var image: String
    /// The symbol, `-[Class selector]`, type and entry; an offset from the start of the image where the function has no name.
    public var name: String
    /// The image that calls go to, scrubbed; `nil` when they go to memory of no image, and for breakpoints and patches.
    public var target: String?
    /// Where that image is from.
    public var targetOrigin: ImageOrigin?
    /// For inline hooks the form of the jump: `branch`, `load`, `page`, `immediate`.
    public var pattern: String?
    /// Whether calls stay in the image that they should go to, at another place in it.
    public var staysInside: Bool

    /// Makes a record; names are cut at 256 characters.
    public init(
        _ kind: Kind, image: String, name: String, target: String? = nil, targetOrigin: ImageOrigin? = nil, pattern: String? = nil,
        staysInside: Bool = false
    ) {
        self.kind = kind
        self.image = image
        self.name = String(name.prefix(256))
        self.target = target
        self.targetOrigin = targetOrigin
        self.pattern = pattern
        self.staysInside = staysInside
    }
}
