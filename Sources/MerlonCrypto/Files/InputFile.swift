import Foundation

/// A file that is read, at any place; closed when its last owner goes.
package final class InputFile: @unchecked Sendable {
    private let descriptor: Int32
    private let path: String
    /// Where the next sequential read begins. Only the thread that begins to read moves it; reads at an offset do not.
    package private(set) var position = 0

    package init(_ path: String) throws(CryptoError) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else { throw .inputOutput("'\(path)' cannot be opened") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// How many bytes a regular file has; `nil` for anything that is read to its end only.
    package var byteCount: Int? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Fills the buffer from where the last read ended. Fewer bytes come at the end of the file only.
    ///
    /// While a pipe or terminal has nothing, `goesOn` is asked ten times a second whether to wait on; if not, it throws ``CryptoError/cancelled``.
    package func next(into buffer: UnsafeMutableRawBufferPointer, goesOn: (() -> Bool)? = nil) throws(CryptoError) -> Int {
        let isWaitedFor = goesOn != nil && byteCount == nil
        let count = unsafe try fill(buffer) { (pointer, count) throws(CryptoError) in
            if isWaitedFor, let goesOn { try wait(while: goesOn) }
            return unsafe read(descriptor, pointer, count)
        }
        position += count
        return count
    }

    /// Fills the buffer from `offset` on. Fewer bytes come at the end of the file only.
    package func bytes(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) -> Int {
        var position = offset
        return unsafe try fill(buffer) { (pointer, count) throws(CryptoError) in
            let got = unsafe pread(descriptor, pointer, count, off_t(position))
            position += max(got, 0)
            return got
        }
    }

    /// Returns when there is something to read, or the end; a failure shows when it is read.
    private func wait(while goesOn: () -> Bool) throws(CryptoError) {
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&interest, 1, 100) == 0 {
            guard goesOn() else { throw .cancelled }
        }
    }

    private func fill(
        _ buffer: UnsafeMutableRawBufferPointer, _ get: (UnsafeMutableRawPointer, Int) throws(CryptoError) -> Int
    ) throws(CryptoError) -> Int {
        var filled = 0
        while filled < buffer.count, let base = buffer.baseAddress {
            let count = unsafe try get(base + filled, buffer.count - filled)
            if count == 0 { break }
            if count > 0 {
                filled += count
            } else if errno != EINTR {
                throw .inputOutput("'\(path)' cannot be read")
            }
        }
        return filled
    }
}

extension CryptoError {
    /// A failure of the system call that has just returned.
    package static func inputOutput(_ what: String) -> CryptoError {
        let status = errno
        return CryptoError(.inputOutput, "\(what): \(unsafe String(cString: strerror(status))).", nativeStatus: Int64(status))
    }
}
