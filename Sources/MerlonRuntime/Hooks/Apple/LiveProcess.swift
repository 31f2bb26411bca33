#if canImport(Darwin)
    import CMerlonProbes
    import Darwin
    import Foundation
    import MerlonMachO

    /// The process itself, as a view of memory.
    @safe final class LiveProcess: AddressSpace, @unchecked Sendable {  // Immutable after init.
        let images: [ProcessImage]
        var addressMask: AddressMask { AppleSystem.addressMask }
        /// The program's libraries are held while they are looked at: nobody unloads them in between.
        private let holds: [UnsafeMutableRawPointer]

        init() {
            let bundle = Bundle.main.bundlePath
            var images: [ProcessImage] = []
            var holds: [UnsafeMutableRawPointer] = unsafe []
            for index in 0..<merlon_darwin_loaded_count() {
                var loaded = unsafe merlon_darwin_loaded()
                // One was unloaded in between.
                guard unsafe merlon_darwin_loaded_at(index, &loaded), let name = unsafe loaded.path else { continue }
                let path = unsafe String(cString: name)
                let (header, isInCache, isProgram) = unsafe (loaded.header, loaded.is_in_cache, loaded.is_executable)
                let place = ImageCensus.place(of: path, isInCache: isInCache, bundle: bundle)
                let origin: ImageOrigin = isProgram || place == .bundle ? .program : place == .outside ? .foreign : .system
                if !isInCache, !isProgram, let hold = unsafe dlopen(path, RTLD_NOW | RTLD_NOLOAD) { unsafe holds.append(hold) }
                images.append(ProcessImage(path: path, loadAddress: header, origin: origin))
            }
            self.images = images
            unsafe self.holds = holds
        }

        deinit { for index in unsafe holds.indices { _ = unsafe dlclose(holds[index]) } }

        func bytes(at address: UInt64, count: Int) -> ByteView? {
            guard count >= 0, merlon_darwin_can_read(address, UInt64(count)),
                let start = unsafe UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: address))
            else { return nil }
            return ByteView(unsafe ByteStorage(unsafeBytes: UnsafeRawBufferPointer(start: start, count: count)))
        }

        func setPointer(at address: UInt64, from current: UInt64, to value: UInt64) -> Int32 {
            merlon_darwin_set_pointer(address, current, value)
        }

        func setCode(at address: UInt64, from current: [UInt8], to value: [UInt8]) -> Int32 {
            guard current.count == value.count else { return EINVAL }
            return unsafe merlon_darwin_set_code(address, current, value, value.count)
        }

        func makeCode(_ code: [UInt8]) -> (address: UInt64, status: Int32) {
            var (address, size): (UInt64, UInt64) = (0, 0)
            let status = unsafe merlon_darwin_make_code(code, code.count, &address, &size)
            if status == 0 { OwnCode.add(address, size: size) }
            return (address, status)
        }

        func file(of image: ProcessImage) -> ByteView? {
            // What is not part of the bundle is no witness.
            guard image.origin == .program else { return nil }
            return (try? ByteStorage.mapped(path: image.path)).map { ByteView($0) }
        }
    }
#endif
