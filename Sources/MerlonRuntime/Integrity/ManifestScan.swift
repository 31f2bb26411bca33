import MerlonMachO

/// Compares the images of a process with a manifest.
struct ManifestScan {
    let manifest: IntegrityManifest
    /// The folder of the app's bundle, from which the manifest's paths count; ends without a slash.
    let root: String

    /// Looks at every image that is not the system's.
    func examine(_ index: ImageIndex) -> IntegrityFindings {
        var findings = IntegrityFindings()
        for number in index.images.indices where index.images[number].origin != .system {
            let loaded = index.images[number]
            let name = ScrubbedPath.scrub(loaded.path)
            guard let binary = binary(of: loaded.path) else {
                findings.add(.unlisted, name, loaded.origin.rawValue)
                continue
            }
            switch index.image(number) {
            case .failure(let error): findings.note(unread: binary.path, error.description)
            case .success(let mapped): compare(mapped.image, binary, &findings)
            }
        }
        return findings
    }

    private func binary(of path: String) -> IntegrityManifest.Binary? {
        guard path.hasPrefix(root + "/") else { return nil }
        let inside = path.dropFirst(root.count + 1)
        return manifest.binaries.first { $0.path == inside }
    }

    /// Compares an image, in memory or as a file, with its entry.
    func compare(_ image: MachOImage, _ binary: IntegrityManifest.Binary, _ findings: inout IntegrityFindings) {
        let architecture = image.header.architecture.name
        guard let slice = binary.slices.first(where: { $0.architecture == architecture }) else {
            findings.add(.build, binary.path, "no slice for \(architecture)")
            return
        }
        guard slice.identifier == image.commands.uuid ?? [] else {
            findings.add(.build, binary.path, "another LC_UUID")
            return
        }
        let libraries = image.commands.dylibs.map(\.name)
        if libraries != slice.libraries {
            let more = Set(libraries).subtracting(slice.libraries).map { ScrubbedPath.scrub($0) }.sorted()
            findings.add(.libraries, binary.path, more.isEmpty ? "fewer libraries, or in another order" : more.joined(separator: ", "))
        }
        guard !slice.isEncrypted else { return findings.note(unread: binary.path, "its code was encrypted when the manifest was made") }
        let sections = image.sections.filter(CodeDigest.isFixed)
        if sections.map({ "\($0.segmentName),\($0.name)" }) != slice.sections.map(\.name) {
            findings.add(.code, binary.path, "other sections")
            return
        }
        for (section, expected) in zip(sections, slice.sections) {
            guard section.size == expected.size, let bytes = try? image.bytes(of: section), UInt64(bytes.count) == expected.size else {
                findings.add(.code, binary.path, "\(expected.name), another size")
                continue
            }
            findings.examined += 1
            let changed = expected.changedPages(in: bytes)
            guard !changed.isEmpty else { continue }
            let pages = changed.prefix(8).map(String.init).joined(separator: ", ") + (changed.count > 8 ? " …" : "")
            findings.add(.code, binary.path, "\(expected.name), page \(pages) of \(expected.pageCount)")
        }
    }
}
