import Foundation
import MerlonCore
public import MerlonCrypto

extension VaultArchive {
    private static let context: SealingContext = "merlon.vault.archive"

    /// Writes the archive as a sealed file, which appears whole or not at all. `merlon open --context merlon.vault.archive` opens it too.
    public func write(to path: String, for recipients: [FileRecipient], existing: ExistingFile = .kept) async throws(VaultError) {
        let bytes = try reportingCore { () throws(CoreError) in try SecretBytes.encoding(self) }
        // The sealed file reads from a pipe: its contents are on no disk.
        let pipe = Pipe()
        let writer = pipe.fileHandleForWriting
        let feeding = Thread {
            unsafe bytes.withUnsafeBytes { buffer in
                var sent = 0
                while sent < buffer.count, let base = buffer.baseAddress {
                    let count = unsafe Foundation.write(writer.fileDescriptor, base + sent, buffer.count - sent)
                    if count > 0 { sent += count } else if errno != EINTR { break }
                }
            }
            try? writer.close()
        }
        feeding.start()
        try await BlockingWork.run { () throws(VaultError) in
            // Whatever a failure left in the pipe is read too: a broken pipe would end the program.
            defer { while let rest = try? pipe.fileHandleForReading.read(upToCount: 1 << 16), !rest.isEmpty {} }
            try reportingCrypto { () throws(CryptoError) in
                try SealedFile.seal(
                    "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)", to: path, for: recipients, context: Self.context,
                    existing: existing)
            }
        }
    }

    /// Reads a sealed archive. Throws `authenticationFailed` for what this identity does not open.
    public init(readingFrom path: String, with identity: FileIdentity) async throws(VaultError) {
        self = try await BlockingWork.run { () throws(VaultError) in
            let bytes = try reportingCrypto { () throws(CryptoError) -> SecretBytes in
                let reader = try SealedFileReader(path, with: identity, context: Self.context)
                guard reader.byteCount <= SecretMemory.maximumByteCount else {
                    throw CryptoError(.limitExceeded, "The archive is larger than \(SecretMemory.maximumByteCount) bytes.")
                }
                var bytes = try reader.read(0..<reader.byteCount)
                return try translatingCoreErrors { () throws(CoreError) in try SecretBytes(moving: &bytes) }
            }
            return try bytes.value(as: VaultArchive.self)
        }
    }
}
