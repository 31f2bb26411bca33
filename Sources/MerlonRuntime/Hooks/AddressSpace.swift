import MerlonMachO

/// The memory and the images of a process: the live one, or one that a test has laid out. What looks for hooks asks nothing else, so the same code
/// runs over both.
protocol AddressSpace: Sendable {
    /// What the dynamic linker has, in its order.
    var images: [ProcessImage] { get }
    /// Which bits of a pointer are its address.
    var addressMask: AddressMask { get }
    /// The bytes from `address` on, live; `nil` unless all of them can be read.
    func bytes(at address: UInt64, count: Int) -> ByteView?
    /// The file that the image was loaded from; `nil` where there is none to be read, as for what is in the shared cache.
    func file(of image: ProcessImage) -> ByteView?
    /// Writes a pointer where it still is `current`: 0, or a native status. Page protection is as before afterwards.
    func setPointer(at address: UInt64, from current: UInt64, to value: UInt64) -> Int32
    /// Writes instructions where memory still has `current`, which are as many bytes: 0, or a native status. Page protection is as before afterwards.
    func setCode(at address: UInt64, from current: [UInt8], to value: [UInt8]) -> Int32
    /// Puts code into new executable memory, which stays for ever, since nobody knows when it was last called: its address, and 0 or a native status.
    func makeCode(_ code: [UInt8]) -> (address: UInt64, status: Int32)
}

extension AddressSpace {
    var addressMask: AddressMask { .widest }

    /// A pointer in memory; without signature and tag.
    func pointer(at address: UInt64) -> UInt64? {
        guard let raw = try? bytes(at: address, count: 8)?.load(UInt64.self, at: 0) else { return nil }
        return addressMask.address(in: raw)
    }
}
