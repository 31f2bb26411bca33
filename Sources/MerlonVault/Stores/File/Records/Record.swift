import MerlonCore

/// One row: an item, or a namespace with its keys. What it holds is sealed; what stands in the clear says only how long it is, how often the
/// vault had been written when it was, and which records share a namespace.
///
/// Its columns: id and namespace (``Place``); the tag of the head, which authenticates everything else; ``Clear`` with the sealed head behind it; the
/// sealed value. See ``SealedRecord``.
enum Record {
    /// Where it is.
    struct Place: Hashable, Sendable {
        let id: RecordID
        /// The id of its namespace's record; zero for the record of a namespace.
        let namespace: RecordID
    }

    /// The part of the head that stands in the clear: format (1 byte), version (8), epoch (4), salt (16), tag of the body (16).
    struct Clear: Equatable, Sendable {
        /// The vault's generation that wrote it.
        let version: UInt64
        /// Which of its namespace's keys it is sealed under.
        let epoch: UInt32
        /// Random for each write, so that each is sealed under a key of its own.
        let salt: Bytes16
        let bodyTag: Bytes16

        static let byteCount = 1 + 8 + 4 + 16 + 16
        private static let format: UInt8 = 1

        /// Writes ``byteCount`` bytes.
        func encode(into writer: inout ByteWriter) {
            writer.append(Self.format)
            writer.append(version)
            writer.append(epoch)
            writer.append(salt)
            writer.append(bodyTag)
        }

        init(version: UInt64, epoch: UInt32, salt: Bytes16, bodyTag: Bytes16) {
            (self.version, self.epoch, self.salt, self.bodyTag) = (version, epoch, salt, bodyTag)
        }

        init(_ head: [UInt8]) throws(VaultError) {
            guard head.count >= Self.byteCount, head[0] == Self.format,
                let salt = unsafe head.withBytes({ unsafe Bytes16(UnsafeRawBufferPointer(rebasing: $0[13..<29])) }),
                let bodyTag = unsafe head.withBytes({ unsafe Bytes16(UnsafeRawBufferPointer(rebasing: $0[29..<45])) })
            else { throw .damaged("A record has another form.") }
            version = head[1..<9].reduce(0) { $0 << 8 | UInt64($1) }
            epoch = head[9..<13].reduce(0) { $0 << 8 | UInt32($1) }
            (self.salt, self.bodyTag) = (salt, bodyTag)
        }
    }
}
