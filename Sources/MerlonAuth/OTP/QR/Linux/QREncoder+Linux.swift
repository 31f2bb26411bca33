#if canImport(Glibc)
    import Glibc

    /// libqrencode, loaded when the first code is made: what shows codes needs it, what checks them does not.
    enum QREncoder {
        /// `QRcode_encodeData(size, data, version, level)`; the structure that it returns starts with version and width, both `int`, and the
        /// address of the modules.
        private typealias Encode = @convention(c) (Int32, UnsafePointer<UInt8>?, Int32, Int32) -> UnsafeMutableRawPointer?
        private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void

        @safe private struct Library: Sendable {
            let encode: Encode
            let free: Free
        }

        private static let library: Library? = {
            guard let handle = unsafe dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL),
                let encode = unsafe dlsym(handle, "QRcode_encodeData"), let free = unsafe dlsym(handle, "QRcode_free")
            else { return nil }
            return unsafe Library(encode: unsafeBitCast(encode, to: Encode.self), free: unsafeBitCast(free, to: Free.self))
        }()

        static var isAvailable: Bool { library != nil }

        /// The modules of the smallest code that holds the bytes, row by row.
        static func modules(of bytes: [UInt8], _ correction: QRCorrection) throws(AuthError) -> [Bool] {
            guard let library else { throw AuthError(.unsupported, "QR codes need libqrencode (Debian: libqrencode4).") }
            let code = unsafe bytes.withUnsafeBufferPointer {
                unsafe library.encode(Int32($0.count), $0.baseAddress, 0, correction.rawValue)
            }
            guard let code = unsafe code else {
                throw AuthError(.backendFailure, "libqrencode made no code.", nativeStatus: Int64(errno))
            }
            defer { unsafe library.free(code) }
            let width = Int(unsafe code.load(fromByteOffset: MemoryLayout<Int32>.size, as: Int32.self))
            let start = unsafe code.load(fromByteOffset: 2 * MemoryLayout<Int32>.size, as: UnsafeMutablePointer<UInt8>?.self)
            guard let start = unsafe start, (21...177).contains(width) else {
                throw AuthError(.backendFailure, "libqrencode made no code.")
            }
            // The lowest bit of a module says whether it is dark.
            let modules = (0..<width * width).map { unsafe start[$0] & 1 == 1 }
            unsafe start.update(repeating: 0, count: width * width)
            return modules
        }
    }
#endif
