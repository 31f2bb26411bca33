#if os(Linux)
    import CMerlonHardware
    import Glibc
    import MerlonCore

    /// A connection to the TPM through FAPI. One call at a time: its context is not for several threads.
    @safe final class FeatureAPI: @unchecked Sendable {
        typealias Context = OpaquePointer

        private let functions: merlon_fapi
        private let configuration: String?
        /// `nil` after a failure, until the next call.
        private var context: Context?
        private let lock = Lock()

        /// One at a time in the whole process, since the configuration's path travels in an environment variable.
        private static let opening = Lock()

        init(library: String, configuration: String?) throws(CryptoError) {
            var functions = merlon_fapi()
            guard unsafe merlon_fapi_load(library, &functions) == 1 else {
                throw CryptoError(.hardwareUnavailable, "tpm2-tss's Feature API (\(library)) is not installed.")
            }
            self.functions = functions
            self.configuration = configuration
            let status = open()
            guard status == 0 else { throw TPMStatus.error(status, "Opening the TPM") }
        }

        deinit { close() }

        private func open() -> UInt32 {
            Self.opening.withLock { () -> UInt32 in
                if let configuration { unsafe setenv("TSS2_FAPICONF", configuration, 1) }
                let status = unsafe functions.initialize(&context, nil)
                if status != 0 { unsafe context = nil }
                return status
            }
        }

        private func close() {
            guard unsafe context != nil else { return }
            unsafe functions.finalize(&context)
            unsafe context = nil
        }

        /// Runs one call of the library with what authorizes the use of the object at `path`.
        func call(
            _ doing: String, path: String = "", authorization: SecretBytes? = nil,
            _ body: (merlon_fapi, Context) -> UInt32
        ) throws(CryptoError) {
            let value = try Self.terminated(authorization)
            let status = lock.withLock { () -> UInt32 in
                unsafe value.withUnsafeBytes { value in
                    let text = unsafe value.bytes.map { unsafe UnsafePointer<CChar>(OpaquePointer($0)) }
                    let answer = unsafe FeatureAPIAuthorization(path: path, value: text)
                    return withExtendedLifetime(answer) {
                        if unsafe context == nil {
                            let status = open()
                            guard status == 0 else { return status }
                        }
                        guard let context = unsafe context else { return 0x0006_0003 }
                        let user = unsafe Unmanaged.passUnretained(answer).toOpaque()
                        var status = unsafe functions.set_authorize(context, FeatureAPIAuthorization.callback, user)
                        if status == 0 { status = unsafe body(functions, context) }
                        if status != 0 { unsafe abandon(context) }
                        return status
                    }
                }
            }
            guard status == 0 else { throw TPMStatus.error(status, doing) }
        }

        /// After a failure version 3.2 of the library keeps its state and leaves the key loaded: after three the TPM has no room for another. So what
        /// is loaded is flushed (through a resource manager, only what this connection loaded), and the next call begins anew.
        private func abandon(_ context: Context) {
            var tcti: UnsafeMutableRawPointer?
            if unsafe functions.get_tcti(context, &tcti) == 0, let tcti = unsafe tcti { unsafe merlon_tpm_flush(tcti) }
            close()
        }

        /// Lends an authorization value as a C string, or nothing.
        func withText<R>(_ authorization: SecretBytes?, _ body: (UnsafePointer<CChar>?) throws(CryptoError) -> R) throws(CryptoError) -> R {
            guard let authorization else { return try body(nil) }
            return unsafe try Self.terminated(authorization).withUnsafeBytes { (value) throws(CryptoError) in
                unsafe try body(value.bytes.map { unsafe UnsafePointer<CChar>(OpaquePointer($0)) })
            }
        }

        /// The value with a zero behind it. The longest is as long as the digest of an object's name (TPM 2.0 Library Part 1, 19.6.5).
        private static func terminated(_ authorization: SecretBytes?) throws(CryptoError) -> SecretBytes {
            let count = authorization?.count ?? 0
            let isText = unsafe authorization?.withUnsafeBytes { unsafe $0.allSatisfy { $0 != 0 } } ?? true
            guard authorization == nil || (1...32).contains(count), isText else {
                throw CryptoError(.invalidArgument, "An authorization value has 1 to 32 bytes, none of them zero.")
            }
            return try translatingCoreErrors { () throws(CoreError) in
                unsafe try SecretBytes(count: count + 1) { (output) throws(CoreError) in
                    unsafe authorization?.withUnsafeBytes { unsafe output.copyMemory(from: $0) }
                }
            }
        }

        /// The bytes that the library gave, which it gets back.
        func taken(_ pointer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> [UInt8] {
            defer { unsafe functions.free(pointer) }
            return unsafe Array(UnsafeBufferPointer(start: pointer, count: pointer == nil ? 0 : count))
        }

        /// As ``taken(_:_:)`` for a secret: the library's copy is wiped.
        func takenSecret(_ pointer: UnsafeMutablePointer<UInt8>?, _ count: Int) throws(CryptoError) -> SecretBytes {
            let bytes = unsafe UnsafeMutableRawBufferPointer(start: pointer, count: pointer == nil ? 0 : count)
            defer {
                unsafe wipe(bytes)
                unsafe functions.free(pointer)
            }
            return try translatingCoreErrors { () throws(CoreError) in
                unsafe try SecretBytes(copying: UnsafeRawBufferPointer(bytes))
            }
        }

        /// The text that the library gave, which it gets back.
        func taken(_ pointer: UnsafeMutablePointer<CChar>?) -> String {
            defer { unsafe functions.free(pointer) }
            return unsafe pointer.map { unsafe String(cString: $0) } ?? ""
        }
    }

    /// What the library asks for while it uses an object. It gets the value for that object and for no other: no hierarchy, no parent.
    @safe private final class FeatureAPIAuthorization: Sendable {
        let path: String
        nonisolated(unsafe) let value: UnsafePointer<CChar>?

        init(path: String, value: UnsafePointer<CChar>?) {
            self.path = path
            unsafe self.value = value
        }

        static let callback: merlon_fapi_authorize = { path, _, value, user in
            guard let path = unsafe path, let user = unsafe user else { return 0x0006_0005 }
            let answer = unsafe Unmanaged<FeatureAPIAuthorization>.fromOpaque(user).takeUnretainedValue()
            // The library writes paths with its profile in front.
            guard let text = unsafe answer.value, !answer.path.isEmpty, unsafe String(cString: path).hasSuffix("/" + answer.path) else {
                return 0x0006_002A
            }
            unsafe value?.pointee = text
            return 0
        }
    }
#endif
