/// An image as the dynamic linker lists it.
struct ProcessImage: Hashable, Sendable {
    var path: String
    /// Of its header in memory.
    var loadAddress: UInt64
    var origin: ImageOrigin
}
