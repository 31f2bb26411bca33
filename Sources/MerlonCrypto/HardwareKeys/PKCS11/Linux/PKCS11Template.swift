#if os(Linux)
    import CMerlonHardware
    import MerlonCore

    /// The standard's numbers that Merlon uses (Cryptoki 2.40, pkcs11t.h).
    enum PKCS11 {
        static let publicKey: UInt = 2
        static let privateKey: UInt = 3
        static let secretKey: UInt = 4
        static let ecKey: UInt = 3
        static let genericKey: UInt = 0x10
        static let aesKey: UInt = 0x1F

        static let objectClass: UInt = 0
        static let token: UInt = 1
        static let isPrivate: UInt = 2
        static let label: UInt = 3
        static let value: UInt = 0x11
        static let keyType: UInt = 0x100
        static let id: UInt = 0x102
        static let sensitive: UInt = 0x103
        static let encrypt: UInt = 0x104
        static let decrypt: UInt = 0x105
        static let sign: UInt = 0x108
        static let verify: UInt = 0x10A
        static let derive: UInt = 0x10C
        static let valueLength: UInt = 0x161
        static let extractable: UInt = 0x162
        static let neverExtractable: UInt = 0x164
        static let alwaysSensitive: UInt = 0x165
        static let curve: UInt = 0x180
        static let point: UInt = 0x181

        static let makeCurveKey: UInt = 0x1040
        static let ecdsa: UInt = 0x1041
        static let ecdh: UInt = 0x1050
        static let makeAESKey: UInt = 0x1080
        static let aesGCM: UInt = 0x1087

        /// The object identifier of P-256, in DER.
        static let p256: [UInt8] = DERWriter.element(.objectIdentifier, ([1, 2, 840, 10045, 3, 1, 7] as DERObjectIdentifier).encoded)
    }

    /// Attributes of an object that is made or looked for.
    struct PKCS11Template {
        enum Attribute {
            case flag(UInt, Bool)
            case number(UInt, UInt)
            case bytes(UInt, [UInt8])
        }

        /// The values one after the other, each at a multiple of 8.
        private var storage: [UInt8] = []
        private var entries: [(type: UInt, offset: Int, count: Int)] = []

        init(_ attributes: [Attribute]) {
            for attribute in attributes {
                let (type, bytes): (UInt, [UInt8]) =
                    switch attribute {
                    case .flag(let type, let value): (type, [value ? 1 : 0])
                    case .number(let type, let value): (type, unsafe withUnsafeBytes(of: value) { unsafe Array($0) })
                    case .bytes(let type, let value): (type, value)
                    }
                entries.append((type, storage.count, bytes.count))
                storage += bytes + [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8)
            }
        }

        /// Lends the attributes as the module wants them.
        func lend<R, E: Error>(_ body: (UnsafeMutablePointer<ck_attribute>?, UInt) throws(E) -> R) throws(E) -> R {
            var storage = storage
            return unsafe try storage.withMutableBytes { (bytes) throws(E) in
                var attributes = unsafe entries.map {
                    unsafe ck_attribute(type: $0.type, value: bytes.baseAddress?.advanced(by: $0.offset), count: UInt($0.count))
                }
                return unsafe try attributes.withUnsafeMutableBufferPointer { (attributes) throws(E) in
                    unsafe try body(attributes.baseAddress, UInt(attributes.count))
                }
            }
        }
    }
#endif
