import MerlonCrypto
import MerlonMachO

/// Compares the pages of code in memory with the hashes of the image's own code directory. It needs no manifest.
///
/// The App Store's signature is over encrypted pages, which memory has decrypted: those cannot be compared and are counted.
struct SignedPageScan {
    /// The cdhash that the kernel has of the program, when it tells.
    let kernelHash: [UInt8]?

    /// Looks at the program's own images.
    func examine(_ index: ImageIndex) -> IntegrityFindings {
        var findings = IntegrityFindings()
        for number in index.images.indices where index.images[number].origin == .program {
            let name = ScrubbedPath.scrub(index.images[number].path)
            switch index.image(number) {
            case .failure(let error): findings.note(unread: name, error.description)
            case .success(let mapped): compare(mapped.image, name, &findings)
            }
        }
        return findings
    }

    /// Compares the segment of code of an image.
    func compare(_ image: MachOImage, _ name: String, _ findings: inout IntegrityFindings) {
        let directories: [CodeDirectory]
        do throws(MachOError) {
            guard let signature = try image.codeSignature() else { return findings.note(unread: name, "not signed") }
            directories = signature.codeDirectories
        } catch { return findings.note(unread: name, error.description) }
        // The kernel takes the strongest that it knows.
        guard let directory = directories.last(where: { $0.hashType == .sha256 }) ?? directories.last(where: { $0.hashType == .sha384 })
        else {
            return findings.note(unread: name, "no code directory of SHA-256 or SHA-384")
        }
        if image.header.fileType == .executable { compare(directory, name, &findings) }
        guard directory.pageSize >= 4096, let text = image.segments.first(where: { $0.name == "__TEXT" }) else {
            return findings.note(unread: name, "pages of an unknown size")
        }
        let algorithm: HashAlgorithm = directory.hashType == .sha384 ? .sha384 : .sha256
        for page in 0..<directory.codeSlotCount {
            let start = UInt64(page) * directory.pageSize
            // Whole pages of code: in others the linker has changed what the file has.
            guard start >= text.file.offset,
                start + directory.pageSize <= min(text.file.offset + min(text.file.size, text.size), directory.codeLimit)
            else { continue }
            let isEncrypted = image.commands.encryption.contains {
                $0.system != 0 && start < saturating($0.range.offset, $0.range.size) && start + directory.pageSize > $0.range.offset
            }
            guard !isEncrypted else {
                findings.encrypted += 1
                continue
            }
            guard let bytes = image.bytes(at: text.address &+ (start - text.file.offset)), bytes.count >= Int(directory.pageSize),
                let expected = directory.codeHash(page)
            else {
                findings.note(unread: name, "page \(page) cannot be read")
                return
            }
            findings.examined += 1
            let digest = unsafe bytes.prefix(Int(directory.pageSize)).withUnsafeBytes { unsafe algorithm.digest(of: $0) }
            if !digest.starts(with: expected.array) { findings.add(.page, name, "page \(page) of \(directory.codeSlotCount)") }
        }
    }

    private func saturating(_ offset: UInt64, _ size: UInt64) -> UInt64 {
        let (sum, overflow) = offset.addingReportingOverflow(size)
        return overflow ? .max : sum
    }

    /// The code directory itself, which could have been changed along with the code, against what the kernel checked when the program started.
    private func compare(_ directory: CodeDirectory, _ name: String, _ findings: inout IntegrityFindings) {
        guard let kernelHash, !kernelHash.isEmpty else { return }
        let algorithm: HashAlgorithm = directory.hashType == .sha384 ? .sha384 : .sha256
        let digest = unsafe directory.bytes.withUnsafeBytes { unsafe algorithm.digest(of: $0) }
        findings.examined += 1
        if !digest.starts(with: kernelHash) { findings.add(.signature, name, "another cdhash than the kernel's") }
    }
}
