#if canImport(Darwin)
    import CMerlonProbes
    import Darwin
    import Foundation
    import MerlonCore
    import MerlonMachO

    /// Who the program says that it is, and where it came from.
    enum IdentityProbe {
        static let all: [Probe] = [identity, profile, receipt]

        private static var bundleIdentifier: String { Bundle.main.bundleIdentifier ?? "" }

        private static let identity = Probe.apple("apple-identity", tier: .costly, deadline: .seconds(1), \.identity) {
            guard let path = Bundle.main.executablePath else { return .unsupported }
            do throws(MachOError) {
                let file = try MachOFile(ByteView(ByteStorage.mapped(path: path)))
                guard let image = file.images.first(where: isOwn) ?? file.images.first else {
                    return .unsupported
                }
                return .value(try CodeIdentity(of: image, bundleIdentifier: bundleIdentifier))
            } catch { return .denied(error.status ?? EBADMSG) }
        }

        private static func isOwn(_ image: MachOImage) -> Bool {
            #if arch(arm64)
                image.header.architecture.isARM64
            #else
                image.header.architecture.isX86_64
            #endif
        }

        private static let profile = Probe.apple("apple-profile", tier: .costly, \.profile) {
            for name in ["/embedded.mobileprovision", "/Contents/embedded.provisionprofile"] {
                let path = Bundle.main.bundlePath + name
                var status = stat()
                guard unsafe stat(path, &status) == 0 else {
                    if errno == ENOENT { continue }
                    return .denied(errno)
                }
                guard status.st_size <= EmbeddedProfile.maximumSize, let data = FileManager.default.contents(atPath: path) else {
                    return .denied(EFBIG)
                }
                guard
                    let profile = EmbeddedProfile(
                        file: Array(data), bundleIdentifier: bundleIdentifier, at: SystemTimeSource().wallTime)
                else { return .denied(EBADMSG) }
                return .value(profile)
            }
            return .value(.none)
        }

        private static let receipt = Probe.apple("apple-receipt", tier: .costly, \.receipt) {
            .value(
                StoreReceipt(home: NSHomeDirectory(), bundle: Bundle.main.bundlePath) { path in
                    unsafe access(path, F_OK) == 0
                })
        }
    }
#endif
