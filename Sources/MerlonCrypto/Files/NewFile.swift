import Foundation
import MerlonCore

/// A file that appears whole or not at all: written without a name, or under another one in the same folder, synchronized with the disk, then
/// put in place.
///
/// Readable by its owner alone until ``commit()``; then it has the permissions of the file that it replaces, if there is one. Nothing is left
/// when the owner goes without having committed; where files can be without a name, also not when the process is killed.
package final class NewFile {
    private let place: FilePlace
    /// Where the file stands meanwhile; `nil` while it has no name.
    private var temporary: String?
    private var descriptor: Int32

    package init(_ path: String, existing: ExistingFile) throws(CryptoError) {
        place = try FilePlace(path, existing)
        descriptor = UnnamedFile.create(in: place.folder)
        if descriptor < 0 {
            let name = place.freeName()
            descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw .inputOutput("'\(path)' cannot be written") }
            temporary = name
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if let temporary { unsafe unlink(temporary) }
    }

    package func append(_ buffer: UnsafeRawBufferPointer) throws(CryptoError) {
        var written = 0
        while written < buffer.count, let base = buffer.baseAddress {
            let count = unsafe write(descriptor, base + written, buffer.count - written)
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw .inputOutput("'\(place.name)' cannot be written")
            }
        }
    }

    /// Writes at a place of its own, from any thread.
    func put(_ buffer: UnsafeRawBufferPointer, at offset: Int) throws(CryptoError) {
        _ = try PartialFile.transfer(buffer.count, name: place.name) { done in
            guard let base = buffer.baseAddress else { return 0 }
            return unsafe pwrite(descriptor, base + done, buffer.count - done, off_t(offset + done))
        }
        Writeback.begin(descriptor, from: offset, count: buffer.count)
    }

    /// Makes the file appear under its name, and lasting.
    package func commit() throws(CryptoError) {
        try place.copyPermissions(to: descriptor)
        guard fsync(descriptor) == 0 else { throw .inputOutput("'\(place.name)' cannot be written") }
        if temporary == nil {
            // A name of its own for the blink of an eye, since a link replaces nothing.
            let name = place.freeName()
            guard UnnamedFile.name(descriptor, name) == 0 else { throw .inputOutput("'\(place.name)' cannot be written") }
            temporary = name
        }
        if let temporary { try place.take(temporary) }
        close(descriptor)
        descriptor = -1
    }
}
