#if os(Linux)
    import Foundation
    import TestSupport

    /// `RuntimeProbe` linked in other ways, from the objects that the build left: seconds, where a build of its own would take minutes.
    enum RelinkedProbe: String, CaseIterable {
        case boundNow = "bound-now"
        case boundLazily = "bound-lazily"
        case address, thread, undefined
        case staticStandardLibrary = "static-stdlib"
        case staticExecutable = "static-executable"

        private static let objects = BuiltProducts.folder.appendingPathComponent("RuntimeProbe.product/Objects.LinkFileList")
        private static let swiftc = Executable("swiftc")

        /// What is not here that it takes; `nil` when nothing is missing.
        static let lack: String? =
            !swiftc.isInstalled
            ? "needs swiftc on the PATH"
            : FileManager.default.fileExists(atPath: objects.path) ? nil : "needs the objects of a build by SwiftPM's own build system"

        private var flags: [String] {
            let foundation = [
                "Foundation", "CoreFoundation", "FoundationEssentials", "FoundationInternationalization", "_FoundationCShims",
                "_FoundationCollections", "_FoundationICU", "swiftSynchronization", "swiftDispatch", "dispatch", "BlocksRuntime", "stdc++",
                "m",
            ].map { "-l" + $0 }
            return switch self {
            case .boundNow: ["-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "-z", "-Xlinker", "relro"]
            case .boundLazily: ["-Xlinker", "-z", "-Xlinker", "lazy", "-Xlinker", "-z", "-Xlinker", "relro"]
            case .address: ["-sanitize=address"]
            case .thread: ["-sanitize=thread"]
            // swiftc does not take that one itself on Linux.
            case .undefined: ["-Xclang-linker", "-fsanitize=undefined"]
            case .staticStandardLibrary: ["-static-stdlib"] + foundation
            case .staticExecutable: ["-static-executable"] + foundation
            }
        }

        /// The program, linked once.
        static func build(_ kind: RelinkedProbe) throws -> String {
            let product = Attackers.folder.appendingPathComponent("RuntimeProbe-\(kind.rawValue)").path
            if FileManager.default.fileExists(atPath: product) { return product }
            // SwiftPM names each program's entry after it.
            let entry = ["-Xlinker", "--defsym=main=RuntimeProbe_main"]
            let run = try swiftc.run(kind.flags + entry + ["@\(objects.path)", "-o", product])
            guard run.status == 0 else { throw CocoaError(.executableNotLoadable, userInfo: ["output": String(run.errors.suffix(2000))]) }
            return product
        }
    }
#endif
