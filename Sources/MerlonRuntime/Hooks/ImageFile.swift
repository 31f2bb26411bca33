import MerlonMachO

/// The file of a loaded image, as far as it is that image's.
enum ImageFile {
    /// The slice of the file that was loaded; `nil` when there is no file, or it is another build than what is in memory (by `LC_UUID`).
    static func slice(of mapped: MappedImage, in space: any AddressSpace) -> MachOImage? {
        let wanted = mapped.image
        guard !mapped.isInSharedCache, let uuid = wanted.commands.uuid, let bytes = space.file(of: mapped.loaded),
            let file = try? MachOFile(bytes)
        else { return nil }
        return file.images.first { $0.header.architecture == wanted.header.architecture && $0.commands.uuid == uuid }
    }
}
