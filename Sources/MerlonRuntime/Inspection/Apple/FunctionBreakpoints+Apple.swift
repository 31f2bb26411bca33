#if canImport(Darwin)
    import CMerlonProbes
    import Darwin

    extension Shield {
        /// Software breakpoints in a function, over all of it: from its start to the start of the next one, as its image lists them. Where the image's file
        /// can be read, every trap that is not in it; otherwise those of debuggers alone, and on x86-64 one at its start.
        ///
        /// The address may be anywhere in the function, also in the system's. A `@convention(c)` function's address is
        /// `unsafeBitCast(function, to: UnsafeRawPointer.self)`.
        public static func breakpoints(in function: UnsafeRawPointer) -> Fact<TrapScan> {
            // Without what stands above an address: tags, and signatures of arm64e.
            let address = unsafe AppleSystem.address(of: function)
            var (header, start, end): (UInt64, UInt64, UInt64) = (0, 0, 0)
            let status = unsafe merlon_darwin_function(address, &header, &start, &end)
            guard status == 0 else { return AppleSystem.failure(status) }
            var info = unsafe Dl_info()
            let path = unsafe dladdr(function, &info) != 0 && info.dli_fname != nil ? unsafe String(cString: info.dli_fname) : ""
            var uuid = [UInt8](repeating: 0, count: 16)
            if unsafe !merlon_darwin_uuid(header, &uuid) { uuid = [] }
            return .value(TrapProbe.traps(in: start, end, of: .init(path: path, uuid: uuid, header: header, start: start, end: end)))
        }
    }
#endif
