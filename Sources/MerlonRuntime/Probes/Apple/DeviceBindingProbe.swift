#if canImport(Security)
    import Foundation
    import MerlonCore
    import Security

    /// Keeps the two halves of a device binding: one in the keychain, for this device alone, one in a file of the app's container.
    struct DeviceBindingProbe: Sendable {
        /// Where the data's half is kept.
        let file: URL
        /// What the keychain's half is called.
        let service: String

        /// `errSecIO`: the file's half cannot be written.
        private static let fileFailure: OSStatus = -36

        /// The binding; makes both halves on the first start, and the one that a new installation lacks.
        func binding() -> Fact<DeviceBinding> {
            switch read() {
            case .value(let device):
                let data = (try? Data(contentsOf: file)).map { Array($0) }
                let binding = DeviceBinding(data: data, device: device.isEmpty ? nil : device)
                if let status = complete(binding, device: device) { return .denied(status) }
                return .value(binding)
            case .denied(let status): return .denied(status)
            case .unsupported: return .unsupported
            case .timedOut: return .timedOut
            }
        }

        /// Makes what is missing. After `moved` nothing is made: the app says when the new device is its own, with ``bind()``.
        private func complete(_ binding: DeviceBinding, device: [UInt8]) -> OSStatus? {
            switch binding {
            case .first: bind()
            case .reinstalled: write(device) ? nil : Self.fileFailure
            case .same, .moved: nil
            }
        }

        /// Binds the data to this device from now on. `nil` when that was done, otherwise the status.
        func bind() -> OSStatus? {
            var mark = [UInt8](repeating: 0, count: 16)
            guard unsafe SecRandomCopyBytes(kSecRandomDefault, mark.count, &mark) == errSecSuccess else { return Self.fileFailure }
            let status = keep(mark)
            guard status == errSecSuccess else { return status }
            return write(mark) ? nil : Self.fileFailure
        }

        private var query: [String: Any] {
            [
                kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
                kSecAttrAccount as String: "merlon-device",
                kSecUseDataProtectionKeychain as String: true,
            ]
        }

        /// The keychain's half; empty when there is none.
        private func read() -> Fact<[UInt8]> {
            var query = query
            query[kSecReturnData as String] = true
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = unsafe SecItemCopyMatching(query as CFDictionary, &found)
            switch status {
            case errSecSuccess: return .value((found as? Data).map { Array($0) } ?? [])
            case errSecItemNotFound: return .value([])
            default: return .denied(status)
            }
        }

        private func keep(_ mark: [UInt8]) -> OSStatus {
            var item = query
            item[kSecValueData as String] = Data(mark)
            item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            let status = SecItemAdd(item as CFDictionary, nil)
            guard status == errSecDuplicateItem else { return status }
            return SecItemUpdate(query as CFDictionary, [kSecValueData as String: Data(mark)] as CFDictionary)
        }

        private func write(_ mark: [UInt8]) -> Bool {
            do {
                try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(mark).write(to: file, options: .atomic)
                return true
            } catch { return false }
        }
    }
#endif
