public import MerlonMachO
import MerlonCrypto

extension IntegrityManifest.Binary {
    /// Digests a Mach-O or ELF file; `nil` when it is neither.
    /// - Parameters:
    ///   - path: As the manifest names it.
    ///   - bytes: The whole file.
    /// - Throws: ``RuntimeError`` `malformed` when it is damaged. A binary that cannot be digested as a whole must not be listed in part.
    public init?(path: String, file bytes: ByteView) throws(RuntimeError) {
        do throws(MachOError) {
            if ELFImage.isOne(bytes) {
                let image = try ELFImage(bytes)
                let digest = unsafe bytes.withUnsafeBytes { unsafe HashAlgorithm.sha256.digest(of: $0) }
                self.init(
                    path: path, digest: digest,
                    slices: [
                        IntegrityManifest.Slice(
                            architecture: image.architecture, identifier: image.identifier, libraries: image.libraries,
                            sections: image.code.map { CodeDigest(name: $0.name, of: $0.bytes) })
                    ])
                return
            }
            guard let container = MachOFile.recognise(bytes), container != .archive else { return nil }
            let file = try MachOFile(bytes)
            if let problem = file.problems.first { throw problem }
            var slices: [IntegrityManifest.Slice] = []
            for slice in file.slices { slices.append(try IntegrityManifest.Slice(try slice.image.get())) }
            self.init(path: path, slices: slices)
        } catch { throw RuntimeError(.malformed, "\(path): \(error)") }
    }
}

extension IntegrityManifest.Slice {
    /// Digests the segment of code of a Mach-O: all its sections, constants as well.
    fileprivate init(_ image: MachOImage) throws(MachOError) {
        self.init(
            architecture: image.header.architecture.name, identifier: image.commands.uuid ?? [],
            team: try image.codeSignature()?.codeDirectories.first?.team ?? "", libraries: image.commands.dylibs.map(\.name),
            isEncrypted: image.isEncrypted)
        guard !isEncrypted else { return }
        for section in image.sections where CodeDigest.isFixed(section) {
            sections.append(CodeDigest(name: "\(section.segmentName),\(section.name)", of: try image.bytes(of: section)))
        }
    }
}

extension CodeDigest {
    /// Whether a section is the same in the file and in memory: those of `__TEXT`, which nothing writes to.
    static func isFixed(_ section: Section) -> Bool { section.segmentName == "__TEXT" && !section.isZeroFill && section.size > 0 }
}
