import MerlonMachO

/// The code that an image has in its file.
struct FileCode {
    private let image: MachOImage

    /// `nil` when the file is not that image's (by `LC_UUID`), or the App Store encrypted it, so that nothing can be compared.
    init?(_ file: MachOFile, uuid: [UInt8]) {
        guard let own = file.images.first(where: { $0.commands.uuid == uuid }), !own.isEncrypted else { return nil }
        image = own
    }

    /// What the file has from an offset from the image's header on; `nil` unless it has all of it.
    func bytes(at offset: UInt64, count: UInt64) -> ByteView? {
        let (address, overflow) = image.baseAddress.addingReportingOverflow(offset)
        guard !overflow, let bytes = image.bytes(at: address), count <= UInt64(bytes.count) else { return nil }
        return bytes.prefix(Int(count))
    }

    /// Whether the file has something else than `instruction` at an offset from the image's header; `nil` when it has nothing there.
    func differs(at offset: UInt64, from instruction: UInt32) -> Bool? {
        let (address, overflow) = image.baseAddress.addingReportingOverflow(offset)
        guard !overflow, let bytes = image.bytes(at: address) else { return nil }
        if image.header.architecture.isX86_64 { return (try? bytes.load(UInt8.self, at: 0)).map { UInt32($0) != instruction } }
        return (try? bytes.load(UInt32.self, at: 0)).map { $0 != instruction }
    }
}
