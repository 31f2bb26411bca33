#if os(Linux)
    import CMerlonHardware
    import MerlonCore

    /// A PKCS #11 module, loaded and initialised once for the whole process, as the standard has it (Cryptoki 2.40, 5.4).
    @safe final class PKCS11Module: @unchecked Sendable {
        let functions: UnsafePointer<ck_functions>
        private let lock = Lock()
        /// What identifies the PINs by which this process logged in, by slot: a module does not check the PIN of a second login.
        private var logins: [UInt: [UInt8]] = [:]
        private let key: AuthenticationKey

        private static let lock = Lock()
        nonisolated(unsafe) private static var loaded: [String: PKCS11Module] = [:]

        /// The module at a path. It stays loaded until the process ends: other code may use it, too.
        static func at(_ path: String) throws(CryptoError) -> PKCS11Module {
            try lock.withLock { () throws(CryptoError) in
                if let module = unsafe loaded[path] { return module }
                let module = try PKCS11Module(path)
                unsafe loaded[path] = module
                return module
            }
        }

        private init(_ path: String) throws(CryptoError) {
            guard let functions = unsafe merlon_cryptoki_load(path) else {
                throw CryptoError(.hardwareUnavailable, "There is no PKCS #11 module of version 2 at \(path).")
            }
            unsafe self.functions = functions
            key = try AuthenticationKey.generate()
            var arguments = unsafe ck_initialize_arguments()
            // CKF_OS_LOCKING_OK: calls may come from several threads.
            unsafe arguments.flags = 2
            let status = unsafe functions.pointee.initialize(&arguments)
            // CKR_CRYPTOKI_ALREADY_INITIALIZED: by other code of this process.
            guard status == 0 || status == 0x191 else { throw PKCS11Status.error(status, "Loading the PKCS #11 module") }
        }

        /// The slot and description of the one token of this label.
        func token(_ label: String) throws(CryptoError) -> (slot: UInt, device: KeyDevice) {
            var count: UInt = 0
            var status = unsafe functions.pointee.get_slot_list(1, nil, &count)
            var slots = [UInt](repeating: 0, count: Int(min(count, 256)))
            count = UInt(slots.count)
            if status == 0 { status = unsafe functions.pointee.get_slot_list(1, &slots, &count) }
            guard status == 0 else { throw PKCS11Status.error(status, "Looking for tokens") }
            var found: [(UInt, KeyDevice)] = []
            for slot in slots.prefix(Int(count)) {
                var info = ck_token_info()
                guard unsafe functions.pointee.get_token_info(slot, &info) == 0 else { continue }
                let device = Self.device(info)
                if device.label == label { found.append((slot, device)) }
            }
            guard let token = found.first else { throw CryptoError(.hardwareUnavailable, "No token is labelled “\(label)”.") }
            guard found.count == 1 else { throw CryptoError(.invalidArgument, "Several tokens are labelled “\(label)”.") }
            return token
        }

        private static func device(_ info: ck_token_info) -> KeyDevice {
            func text<T>(_ field: T) -> String {
                let bytes = unsafe withUnsafeBytes(of: field) { unsafe Array($0) }
                // Padded with blanks, not terminated.
                let end = bytes.lastIndex { $0 != 0x20 && $0 != 0 }.map { $0 + 1 } ?? 0
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
            return KeyDevice(
                manufacturer: text(info.manufacturer), model: text(info.model), firmware: "\(info.firmware.major).\(info.firmware.minor)",
                label: text(info.label), serialNumber: text(info.serial))
        }

        /// Opens a session and logs in.
        func session(_ slot: UInt, _ pin: SecretBytes) throws(CryptoError) -> UInt {
            var session: UInt = 0
            // CKF_SERIAL_SESSION | CKF_RW_SESSION.
            let status = unsafe functions.pointee.open_session(slot, 6, nil, nil, &session)
            guard status == 0 else { throw PKCS11Status.error(status, "Opening the token") }
            do throws(CryptoError) {
                try logIn(session, slot, pin)
                return session
            } catch {
                _ = unsafe functions.pointee.close_session(session)
                throw error
            }
        }

        private func logIn(_ session: UInt, _ slot: UInt, _ pin: SecretBytes) throws(CryptoError) {
            // No PIN at all would ask the token's own keypad, which is not what was asked for.
            guard (1...255).contains(pin.count) else { throw PKCS11Status.error(0xA2, "Logging in to the token") }
            let name = unsafe try pin.withUnsafeBytes { (pin) throws(CryptoError) in unsafe try key.code(for: pin, context: "pin") }
            try lock.withLock { () throws(CryptoError) in
                // CKU_USER.
                let status = unsafe pin.withUnsafeBytes { unsafe functions.pointee.login(session, 1, $0.bytes, UInt($0.count)) }
                switch status {
                case 0: logins[slot] = name
                case 0x100:
                    // The module took the login of before for this one and looked at no PIN.
                    guard let known = logins[slot] else {
                        throw CryptoError(
                            .accessDenied, "Other code of this process is logged in to the token, so that the PIN cannot be checked.")
                    }
                    guard ConstantTime.equal(known, name) else { throw PKCS11Status.error(0xA0, "Logging in to the token") }
                default: throw PKCS11Status.error(status, "Logging in to the token")
                }
            }
        }
    }
#endif
