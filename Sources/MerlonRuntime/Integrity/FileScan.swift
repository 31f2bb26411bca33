import MerlonMachO

/// Compares the files of loaded objects with a manifest: for systems without a signature of code.
struct FileScan {
    let manifest: IntegrityManifest
    /// The folder from which the manifest's paths count: the one of the executable.
    let root: String

    /// A loaded object, and what its file is now.
    struct Object {
        var path: String
        /// SHA-256 of the file, and its length; or why it could not be read.
        var digest: Fact<[UInt8]>
        /// For one whose file was deleted or replaced since it was mapped: the SHA-256 of what is at its path now. `nil` for all others.
        var successor: Fact<[UInt8]>?
    }

    /// Whether a path lies in a folder that packages of the system fill: what is there is none of the manifest's.
    static func isSystem(_ path: String) -> Bool {
        ["/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/usr/libexec/"].contains { path.hasPrefix($0) }
    }

    /// The entry of a path; `nil` when there is none.
    func binary(of path: String) -> IntegrityManifest.Binary? {
        guard path.hasPrefix(root + "/") else { return nil }
        let inside = path.dropFirst(root.count + 1)
        return manifest.binaries.first { $0.path == inside }
    }

    /// Looks at the objects that are the program's own, or nobody's.
    func examine(_ objects: [Object]) -> IntegrityFindings {
        var findings = IntegrityFindings()
        for object in objects {
            guard let binary = binary(of: object.path) else {
                guard !Self.isSystem(object.path) else { continue }
                // As when the file was kept under another name by who put a new one in its place.
                if object.path.hasPrefix(root + "/"),
                    let moved = object.digest.value.flatMap({ digest in manifest.binaries.first { $0.digest == digest } })
                {
                    findings.note(unread: moved.path, "what is mapped was moved to \(ScrubbedPath.scrub(object.path))")
                } else {
                    findings.add(.unlisted, ScrubbedPath.scrub(object.path))
                }
                continue
            }
            guard let expected = binary.digest else {
                findings.note(unread: binary.path, "the manifest has no digest of the file")
                continue
            }
            if let successor = object.successor {
                compare(object, binary, expected, successor, &findings)
                continue
            }
            guard case .value(let digest) = object.digest else {
                findings.note(unread: binary.path, object.digest.whyNot)
                continue
            }
            findings.examined += 1
            if digest != expected { findings.add(.file, binary.path) }
        }
        return findings
    }

    /// One whose file is gone. Clear only when what is mapped and what took its place are both what was shipped.
    private func compare(
        _ object: Object, _ binary: IntegrityManifest.Binary, _ expected: [UInt8], _ successor: Fact<[UInt8]>,
        _ findings: inout IntegrityFindings
    ) {
        if let mapped = object.digest.value, mapped != expected { return findings.add(.file, binary.path, "the file that is mapped") }
        guard let now = successor.value else {
            return findings.note(unread: binary.path, "its file was deleted: \(successor.whyNot)")
        }
        guard now == expected else { return findings.add(.file, binary.path, "replaced since it was mapped") }
        guard object.digest.value != nil else {
            return findings.note(unread: binary.path, "its file was replaced by one that is as shipped; what is mapped cannot be read")
        }
        findings.examined += 1
    }
}
