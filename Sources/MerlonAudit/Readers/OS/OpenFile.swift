/// A file or folder that is open for reading. Closed when it is no longer referred to.
final class OpenFile {
    /// What a path names.
    enum Kind: Sendable { case file, folder, link, special }

    struct Status: Sendable {
        var kind: Kind
        var size: UInt64
    }

    let descriptor: Int32
    let status: Status

    /// Opens what `path` names. The last component may be a symbolic link, since it is what the person asked for.
    init(_ path: String) throws(SystemFailure) {
        descriptor = try Self.openDescriptor(path)
        do throws(SystemFailure) {
            status = try Self.status(of: descriptor)
        } catch {
            Self.closeDescriptor(descriptor)
            throw error
        }
    }

    /// Opens a member of `folder`. A symbolic link is refused, also one that was put there after it was looked at.
    init(_ name: [UInt8], in folder: OpenFile) throws(SystemFailure) {
        descriptor = try Self.openDescriptor(name, in: folder.descriptor)
        do throws(SystemFailure) {
            status = try Self.status(of: descriptor)
        } catch {
            Self.closeDescriptor(descriptor)
            throw error
        }
    }

    deinit { Self.closeDescriptor(descriptor) }

    /// The next bytes; fewer than asked for at the end only.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = try unsafe Self.read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// The bytes at `offset`; fewer than asked for at the end only.
    func read(_ count: Int, at offset: UInt64) throws(SystemFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = try Self.fill(&bytes, from: descriptor, at: offset)
        return Array(bytes.prefix(filled))
    }

    private static func fill(_ bytes: inout [UInt8], from descriptor: Int32, at offset: UInt64) throws(SystemFailure) -> Int {
        var filled = 0
        while filled < bytes.count {
            let start = filled
            let count = try unsafe bytes.withUnsafeMutableBufferPointer { (buffer) throws(SystemFailure) in
                let rest = unsafe UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[start...]))
                return try unsafe read(descriptor, into: rest, at: offset + UInt64(start))
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }
}

/// Why the operating system refused a call.
struct SystemFailure: Error, Hashable, Sendable {
    /// `errno`.
    var status: Int32
}
