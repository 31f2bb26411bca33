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
                if !Self.isSystem(object.path) { findings.add(.unlisted, ScrubbedPath.scrub(object.path)) }
                continue
            }
            guard let expected = binary.digest else {
                findings.note(unread: binary.path, "the manifest has no digest of the file")
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
}
